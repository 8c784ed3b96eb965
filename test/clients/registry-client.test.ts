/** The TypeScript client against a registry that runs. */
import { describe, expect, test } from "vitest";
import { registryClient, TripodError } from "../../clients/typescript/src/registry.ts";
import { breakingProxy } from "../support/breaking-proxy.ts";
import { loopbackServer } from "../support/loopback-server.ts";
import { registryWorld } from "../support/registry-world.ts";

const world = await registryWorld();
const token = () => world.token({ publish: ["*"], edit: ["*"] });
const registry = registryClient({ baseUrl: world.url, token });

const documentOf = (name: string, version = "1.0.0") => ({
  name: `com.example/${name}`,
  description: "A server of a test",
  version,
  remotes: [{ type: "streamable-http" as const, url: `https://${name}.example.com/mcp` }],
});

for (const name of ["one", "two", "three", "four", "five"]) {
  await registry.publishing.publishServer({ body: documentOf(name) });
}

describe("the registry's client", () => {
  test("reads one version by a name with a slash", async () => {
    const found = await registry.servers.getVersion({ serverName: "com.example/two", version: "latest" });
    expect(found.server).toMatchObject({ name: "com.example/two", version: "1.0.0" });
  });

  test("goes through every page of a list, and each entry comes once", async () => {
    const names: string[] = [];
    for await (const { server } of registry.servers.listServers.each({ limit: 2 })) names.push(server.name);
    expect(names.toSorted()).toEqual(["five", "four", "one", "three", "two"].map((name) => `com.example/${name}`));

    const sizes: number[] = [];
    for await (const page of registry.servers.listServers.pages({ limit: 2 })) sizes.push(page.servers.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  test("reads the export document by document", async () => {
    const names: string[] = [];
    for await (const { server } of registry.sync.exportServers()) names.push(server.name);
    expect(names).toHaveLength(5);
  });

  test("throws what is refused, with its status and the id of the request", async () => {
    const refused = registry.servers.getVersion({ serverName: "com.example/none", version: "latest" });
    const error = await refused.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TripodError);
    expect(error).toMatchObject({
      kind: "refused",
      service: "registry",
      operation: "servers.getVersion",
      status: 404,
      requestId: expect.stringMatching(/^req_/),
      mayHaveHappened: false,
    });
    expect((error as TripodError).message).toContain("not found");
  });

  test("sends a read again when its answer was lost", async () => {
    const proxy = await breakingProxy(world.url);
    const far = registryClient({ baseUrl: proxy.url });
    proxy.loseAnswers(2);
    const attempts: number[] = [];
    const facts = { onAnswer: (answer: { attempts: number }) => void attempts.push(answer.attempts) };
    expect((await far.servers.listServers({ limit: 1 }, facts)).servers).toHaveLength(1);
    expect(attempts).toEqual([3]);
  });

  test("never sends a change again, for the registry takes no Idempotency-Key", async () => {
    const proxy = await breakingProxy(world.url);
    const far = registryClient({ baseUrl: proxy.url, token });
    proxy.loseAnswers(1);
    const body = documentOf("six");
    const error = await far.publishing.publishServer({ body }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "noAnswer", mayHaveHappened: true, idempotencyKey: undefined });
    expect(proxy.made).toBe(1);
    // It was made, which only a look can tell.
    const found = await registry.servers.getVersion({ serverName: body.name, version: "1.0.0" });
    expect(found.server.name).toBe(body.name);
  });

  test("says that something else answers, or that it is redirected", async () => {
    const page = await loopbackServer(({ path }, response) => {
      if (path.startsWith("/v0.1/ping")) response.writeHead(301, { location: "https://example.com/" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
    });
    const wrong = registryClient({ baseUrl: page.url });
    await expect(wrong.servers.listServers({})).rejects.toMatchObject({ kind: "unreadable", status: 200 });
    await expect(wrong.system.ping()).rejects.toThrow("redirects to https://example.com/");
    expect(page.seen).toHaveLength(2);
    await page.close();
  });
});
