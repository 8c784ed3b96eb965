import { afterEach, describe, expect, test } from "vitest";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { fakeImages, type FakeImages } from "../../../../test/support/package-registries/oci.ts";
import {
  ownershipAgainst,
  type OwnershipUnderTest,
} from "../../../../test/support/package-registries/ownership-against.ts";

const NAME = "io.example/weather";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function setUp(more: readonly string[] = []) {
  const images = await fakeImages();
  const ociHosts = [`127.0.0.1:${images.port}=${images.url}`, ...more];
  const ownership = ownershipAgainst({ ociHosts });
  open.push(images, ownership);
  images.publish(`127.0.0.1:${images.port}/example/weather`, "1.0.0", NAME);
  return { images, ownership, image: `127.0.0.1:${images.port}/example/weather` };
}

async function check(ownership: OwnershipUnderTest, identifier: string): Promise<{ kind: string; why?: string }> {
  return ownership.checkAll([{ registryType: "oci", identifier }], NAME);
}

function paths(images: FakeImages): string[] {
  return images.seen.map(({ path }) => path.replace(/sha256:\w+/, "DIGEST"));
}

describe("container images", () => {
  test("are read with an anonymous token that is asked for once, for pulling that repository", async () => {
    const { images, ownership, image } = await setUp();
    expect(await check(ownership, `${image}:1.0.0`)).toEqual({ kind: "passed", verdicts: [{ kind: "owned" }] });
    const scope = "scope=repository%3Aexample%2Fweather%3Apull";
    expect(paths(images)).toEqual([
      "/v2/example/weather/manifests/1.0.0",
      `/token?service=fake%2C+with+a+comma&${scope}`,
      "/v2/example/weather/manifests/1.0.0",
      "/v2/example/weather/manifests/DIGEST",
      "/v2/example/weather/blobs/DIGEST",
      "/store/v2/example/weather/blobs/DIGEST",
    ]);
    expect(images.seen[1]?.headers).not.toHaveProperty("authorization");
  });

  test("are read without a token where none is wanted", async () => {
    const { images, ownership, image } = await setUp();
    images.tokensAt("none");
    expect(await check(ownership, `${image}:1.0.0`)).toMatchObject({ kind: "passed" });
  });

  test("may be named by digest, which must be the manifest's own", async () => {
    const { images, ownership, image } = await setUp();
    const digest = images.digestOf("example/weather:1.0.0") ?? "";
    expect(await check(ownership, `${image}@${digest}`)).toMatchObject({ kind: "passed" });
    expect(await check(ownership, `${image}@sha256:${"0".repeat(64)}`)).toMatchObject({ kind: "refused" });
  });

  test("are not judged by a blob whose bytes are not those of its digest", async () => {
    const { images, ownership, image } = await setUp();
    images.corruptBlobs(JSON.stringify({ config: { Labels: { "io.modelcontextprotocol.server.name": NAME } } }));
    expect(await check(ownership, `${image}:1.0.0`)).toMatchObject({ kind: "unavailable" });
  });

  test("pass unchecked when the registry is asked too often, and the verdict says so", async () => {
    const { images, ownership, image } = await setUp();
    images.fail(429);
    const outcome = await check(ownership, `${image}:1.0.0`);
    expect(outcome).toMatchObject({ kind: "passed", verdicts: [{ kind: "skipped" }] });
  });

  test("of hosts that are not allowed are refused without asking anybody", async () => {
    const { images, ownership } = await setUp();
    for (const host of [
      "quay.io",
      "127.0.0.1:1",
      `localhost:${images.port}`,
      "169.254.169.254",
      "ghcr.io.evil.example",
    ]) {
      const outcome = await check(ownership, `${host}/example/weather:1.0.0`);
      expect(outcome).toMatchObject({ kind: "refused", why: expect.stringContaining(`not from ${host}`) });
    }
    expect(images.seen).toEqual([]);
  });

  test("without tag or digest are refused, and the refusal shows a right one", async () => {
    const { ownership, image } = await setUp();
    const outcome = await check(ownership, image);
    expect(outcome.why).toMatch(/neither a tag nor a digest; write the whole reference/);
  });

  test("that want a password are refused", async () => {
    const { images, ownership, image } = await setUp();
    images.tokensAt("");
    expect(await check(ownership, `${image}:1.0.0`)).toMatchObject({ kind: "refused" });
  });
});

describe("tokens for images", () => {
  test("are not asked for at another host, even one that could be reached", async () => {
    const { images, ownership, image } = await setUp();
    const other = await loopbackServer((_request, response) => response.end('{"token":"x"}'));
    open.push(other);
    const realms = [`${other.url}/token`, "https://evil.example/token", "file:///etc/passwd"];
    for (const [index, realm] of realms.entries()) {
      images.tokensAt(realm);
      images.publish(image, `2.0.${index}`, NAME);
      const outcome = await check(ownership, `${image}:2.0.${index}`);
      expect(outcome).toMatchObject({ kind: "refused", why: expect.stringContaining("another host") });
    }
    expect(other.seen).toEqual([]);
  });

  test("may come from another registry that the operator configured", async () => {
    const tokens = await fakeImages();
    open.push(tokens);
    const { images, ownership, image } = await setUp([`tokens.example=${tokens.url}`]);
    images.tokensAt(`${tokens.url}/token`);
    expect(await check(ownership, `${image}:1.0.0`)).toMatchObject({ kind: "passed" });
    expect(tokens.seen).toHaveLength(1);
  });

  test.each([{}, { token: 7 }, { token: "a b" }, { token: "a\r\nHost: x" }, { token: "x".repeat(20_000) }])(
    "that cannot be used (%#) decide nothing",
    async (answer) => {
      const tokens = await loopbackServer((_request, response) => response.end(JSON.stringify(answer)));
      open.push(tokens);
      const { images, ownership, image } = await setUp([`tokens.example=${tokens.url}`]);
      images.tokensAt(`${tokens.url}/token`);
      expect(await check(ownership, `${image}:1.0.0`)).toMatchObject({ kind: "unavailable" });
    },
  );
});
