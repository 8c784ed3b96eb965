/** The promises of every checker, for any registry; each against a loopback registry of its kind. */
import { afterEach, describe, expect, test } from "vitest";
import { fakeCrates } from "../../../../test/support/package-registries/cargo.ts";
import type { FakePackageRegistry } from "../../../../test/support/package-registries/fake-registry.ts";
import { fakeReleases } from "../../../../test/support/package-registries/mcpb.ts";
import { fakeNpm } from "../../../../test/support/package-registries/npm.ts";
import { fakeNuget } from "../../../../test/support/package-registries/nuget.ts";
import { fakeImages } from "../../../../test/support/package-registries/oci.ts";
import { ownershipAgainst } from "../../../../test/support/package-registries/ownership-against.ts";
import { fakePypi } from "../../../../test/support/package-registries/pypi.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import type { PackageToCheck } from "./core/package.ts";
import type { OwnershipOutcome } from "./ownership.ts";
import type { OwnershipSettings } from "./settings.ts";

const NAME = "io.example/weather";

interface World {
  readonly type: string;
  start(): Promise<FakePackageRegistry>;
  settings(fake: FakePackageRegistry): Partial<OwnershipSettings>;
  /** The input of `publish`. */
  identifier(fake: FakePackageRegistry): string;
  /** The package as a publisher writes it. */
  pkg(fake: FakePackageRegistry, version: string): PackageToCheck;
  /** Whether packages of this kind have versions, and say which server they belong to. */
  readonly speaks: boolean;
  readonly whenBusy: "unavailable" | "passed";
}

function plain(type: string, start: () => Promise<FakePackageRegistry>, setting: string, path = ""): World {
  return {
    type,
    start,
    settings: (fake) => ({ [setting]: fake.url + path }),
    identifier: () => "example-weather",
    pkg: (_fake, version) => ({ registryType: type, identifier: "example-weather", version }),
    speaks: true,
    whenBusy: "unavailable",
  };
}

const worlds: readonly World[] = [
  plain("npm", fakeNpm, "npmUrl"),
  plain("pypi", fakePypi, "pypiUrl"),
  plain("nuget", fakeNuget, "nugetUrl", "/v3/index.json"),
  plain("cargo", fakeCrates, "cratesUrl"),
  {
    type: "oci",
    start: fakeImages,
    settings: (fake) => ({ ociHosts: [`127.0.0.1:${fake.port}=${fake.url}`] }),
    identifier: (fake) => `127.0.0.1:${fake.port}/example/weather`,
    pkg: (fake, version) => ({
      registryType: "oci",
      identifier: `127.0.0.1:${fake.port}/example/weather:${version}`,
    }),
    speaks: true,
    whenBusy: "passed",
  },
  {
    type: "mcpb",
    start: fakeReleases,
    settings: (fake) => ({ mcpbHosts: [fake.url] }),
    identifier: (fake) => `${fake.url}/weather.mcpb`,
    pkg: (fake) => ({ registryType: "mcpb", identifier: `${fake.url}/weather.mcpb`, fileSha256: "a".repeat(64) }),
    speaks: false,
    whenBusy: "unavailable",
  },
];

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function setUp(world: World, timeoutMs = 60_000) {
  const fake = await world.start();
  const ownership = ownershipAgainst({ ...world.settings(fake), ownershipTimeoutMs: timeoutMs });
  open.push(fake, ownership);
  const checkPackage = (pkg: PackageToCheck): Promise<OwnershipOutcome> => ownership.checkAll([pkg], NAME);
  const check = (version = "1.0.0"): Promise<OwnershipOutcome> => checkPackage(world.pkg(fake, version));
  const publish = (serverName?: string): void => fake.publish(world.identifier(fake), "1.0.0", serverName);
  return { fake, check, checkPackage, publish, identifier: world.pkg(fake, "1.0.0").identifier };
}

describe.each(worlds.filter(({ speaks }) => speaks))("$type packages", (world) => {
  test("are refused in a version that does not exist", async () => {
    const { check, publish } = await setUp(world);
    publish(NAME);
    const outcome = await check("2.0.0");
    expect(outcome).toMatchObject({ kind: "refused" });
    expect(outcome).toHaveProperty("why", expect.stringContaining("2.0.0"));
  });

  test.each([
    ["another server", "io.example/other"],
    ["a server whose name begins like this one", `${NAME}-pro`],
    ["a server whose name is longer by a part", `${NAME}/x`],
    ["this server in another case", "io.example/Weather"],
    ["no server", undefined],
  ])("that name %s are refused, and the refusal says how to mend it", async (_what, serverName) => {
    const { check, publish } = await setUp(world);
    publish(serverName);
    const outcome = await check();
    expect(outcome).toMatchObject({ kind: "refused" });
    const why = "why" in outcome ? outcome.why : "";
    expect(why).toContain(NAME);
    expect(why).toMatch(/\bAdd\b.*(publish|push)/);
    if (serverName !== undefined) expect(why).toContain(serverName);
  });

  test("are not judged by a page in front of the registry", async () => {
    const { check, fake, publish } = await setUp(world);
    publish(NAME);
    fake.fail("page");
    expect((await check()).kind).toBe("unavailable");
  });

  test("are refused when the answer has no end", async () => {
    const { check, fake } = await setUp(world);
    fake.fail("endless");
    expect(await check()).toMatchObject({ kind: "refused" });
  });
});

describe.each(worlds)("$type packages", (world) => {
  test("that name the server are its own", async () => {
    const { check, publish, fake } = await setUp(world);
    publish(NAME);
    expect(await check()).toEqual({ kind: "passed", verdicts: [{ kind: "owned" }] });
    expect(fake.seen.length).toBeGreaterThan(0);
    for (const { headers } of fake.seen) expect(headers["user-agent"]).toBe("Tripod-Registry-Validator/1.0");
  });

  test("that do not exist are refused", async () => {
    const { check, identifier } = await setUp(world);
    const outcome = await check();
    expect(outcome).toMatchObject({ kind: "refused", index: 0, identifier });
    expect(outcome).toHaveProperty("why", expect.stringMatching(/^there is no /));
  });

  test("are refused when they are not public", async () => {
    const { check, fake } = await setUp(world);
    fake.fail(403);
    expect(await check()).toMatchObject({ kind: "refused" });
  });

  test("are not judged by a registry that is asked too often", async () => {
    const { check, fake } = await setUp(world);
    fake.fail(429);
    expect(await check()).toMatchObject({ kind: world.whenBusy });
  });

  test.each([500, 503])("are not judged by a registry that answers %i", async (status) => {
    const { check, fake } = await setUp(world);
    fake.fail(status);
    expect(await check()).toMatchObject({ kind: "unavailable", index: 0 });
  });

  test("are not judged by a registry that does not answer in time", async () => {
    const { check, fake } = await setUp(world, 60);
    fake.fail("silent");
    expect(await check()).toMatchObject({ kind: "unavailable" });
  });

  test("are not judged by a registry that cannot be reached", async () => {
    const { check, fake } = await setUp(world);
    await fake.close();
    const outcome = await check();
    expect(outcome).toMatchObject({ kind: "unavailable" });
  });

  test("are refused when the registry sends us to a private place, which is not contacted", async () => {
    const { check, fake } = await setUp(world);
    const hidden = await loopbackServer((_request, response) => response.end("{}"));
    open.push(hidden);
    fake.fail({ redirect: `${hidden.url}/secrets` });
    const outcome = await check();
    expect(outcome).toMatchObject({ kind: "refused" });
    expect("why" in outcome && outcome.why).not.toContain(String(hidden.port));
    expect(hidden.seen).toEqual([]);
  });

  test.each(["..", ".", "../../secrets", "a/../../b", "a?b=c", "a#b", "a\\..\\b"])(
    "cannot lead out of their place by the name %j",
    async (identifier) => {
      const { fake, checkPackage } = await setUp(world);
      expect((await checkPackage({ ...world.pkg(fake, "1.0.0"), identifier })).kind).toBe("refused");
      for (const { path } of fake.seen) expect(path).not.toMatch(/^\/(secrets|b)\b|\?b=c/);
    },
  );
});
