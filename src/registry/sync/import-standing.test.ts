/** Whose servers they are, and which version is the latest, when imports and publications meet. */
import { describe, expect, test } from "vitest";
import { registryWorld, serverPath } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { serverResponseOf, streamOf } from "../../../test/support/server-responses.ts";
import type { ImportProblem } from "./import-report.ts";
import { importServers, type ImportOptions } from "./import-servers.ts";

const world = await registryWorld();
const platform = testPlatform(world.database);
const { servers, model } = world.registry.deps;
const deps = { servers, model, clock: platform.clock, ids: platform.ids };

async function take(items: readonly unknown[], as: ImportOptions["as"] = "mirror", originName = "elsewhere") {
  const problems: ImportProblem[] = [];
  const author = { method: "cli", subject: "test" };
  const onProblem = (problem: ImportProblem): void => void problems.push(problem);
  const counts = await importServers(deps, streamOf(items), { as, originName, author, onProblem });
  return { counts, problems };
}

const latest = (name: string): string | undefined => model.catalogue.find(name)?.latest.version;
const originOf = (name: string): Promise<string | undefined> =>
  servers.inTransaction(async (tx) => (await tx.lock(name))?.origin);
const publish = (name: string, version: string, more: object = {}) =>
  world.publish({ name, version, description: "Published here.", ...more });

describe("the latest version", () => {
  test.each([
    ["is the one with the flag, whatever its version", { "2.0.0": false, "1.0.0": true }, "1.0.0", 0],
    ["is computed when none has the flag", { "2.0.0": false, "10.0.0": false, "9.0.0": false }, "10.0.0", 0],
    [
      "is computed when several have it, which is reported",
      { "2.0.0": true, "1.0.0": true, "3.0.0": false },
      "3.0.0",
      1,
    ],
  ])("%s", async (title, versions, expected, problemCount) => {
    const name = `io.latest/${title.replace(/\W+/g, "-")}`.slice(0, 60).replace(/-$/, "");
    const items = Object.entries(versions).map(([version, isLatest]) => serverResponseOf(name, version, { isLatest }));
    const { problems } = await take(items);
    expect(latest(name)).toBe(expected);
    expect(problems).toHaveLength(problemCount);
  });

  test("of a mirrored server stays when only other versions come", async () => {
    await take([serverResponseOf("io.latest/part", "1.0.0", { isLatest: true })]);
    await take([serverResponseOf("io.latest/part", "2.0.0")]);
    expect(latest("io.latest/part")).toBe("1.0.0");
  });

  test("of a mirrored server moves with the flag, though the one that lost it does not come", async () => {
    await take([serverResponseOf("io.latest/moves", "1.0.0", { isLatest: true })]);
    await take([serverResponseOf("io.latest/moves", "0.9.0", { isLatest: true })]);
    expect(latest("io.latest/moves")).toBe("0.9.0");
  });

  test("of a mirrored server is computed when the one that had the flag comes without it", async () => {
    await take([
      serverResponseOf("io.latest/lost", "1.0.0", { isLatest: true }),
      serverResponseOf("io.latest/lost", "3.0.0"),
    ]);
    await take([serverResponseOf("io.latest/lost", "1.0.0")]);
    expect(latest("io.latest/lost")).toBe("3.0.0");
  });

  test("of a server of our own is computed when the source does not know it", async () => {
    await publish("io.latest/own", "2.0.0");
    await take([serverResponseOf("io.latest/own", "1.0.0", { isLatest: true })], "local");
    expect(latest("io.latest/own")).toBe("2.0.0");
    await take([serverResponseOf("io.latest/own", "3.0.0")], "local");
    expect(latest("io.latest/own")).toBe("3.0.0");
  });
});

describe("whose a server is", () => {
  test("a mirror leaves alone what was published here", async () => {
    await publish("io.own/server", "1.0.0");
    const items = [serverResponseOf("io.own/server", "1.0.0"), serverResponseOf("io.own/server", "2.0.0")];
    const { counts, problems } = await take(items);
    expect(counts).toEqual({ imported: 0, unchanged: 0, skipped: 2, problems: 0 });
    expect(problems).toMatchObject([{ kind: "skipped", name: "io.own/server" }]);
    expect(model.catalogue.find("io.own/server")?.entries).toHaveLength(1);
    expect(await originOf("io.own/server")).toBe("local");
  });

  test("a mirrored server that is published here is followed no more", async () => {
    await take([serverResponseOf("io.own/taken", "1.0.0", { isLatest: true })]);
    expect(await originOf("io.own/taken")).toBe("elsewhere");
    await publish("io.own/taken", "1.1.0");
    expect((await take([serverResponseOf("io.own/taken", "1.2.0", { isLatest: true })])).counts.skipped).toBe(1);
    expect(latest("io.own/taken")).toBe("1.1.0");
  });

  test("a local import makes a mirrored server our own, even if nothing else changes", async () => {
    const items = [serverResponseOf("io.own/adopted", "1.0.0", { isLatest: true })];
    await take(items);
    expect((await take(items, "local")).counts).toEqual({ imported: 0, unchanged: 1, skipped: 0, problems: 0 });
    expect(await originOf("io.own/adopted")).toBe("local");
    expect(model.catalogue.revisionOf("io.own/adopted")).toBe(2);
    expect((await take([serverResponseOf("io.own/adopted", "2.0.0")])).counts.skipped).toBe(1);
  });

  test("a local import overwrites what was published here", async () => {
    await publish("io.own/restored", "1.0.0");
    await take([serverResponseOf("io.own/restored", "1.0.0", { isLatest: true, status: "deprecated" })], "local");
    expect(model.catalogue.findVersion("io.own/restored", "1.0.0")?.status).toBe("deprecated");
  });
});

describe("remote URLs of imported versions", () => {
  const remotes = (url: string) => ({ remotes: [{ type: "streamable-http", url }] });
  const tryPublish = async (name: string, url: string) =>
    world.request("POST", "/v0.1/publish", {
      body: { name, version: "1.0.0", description: "Published here.", ...remotes(url) },
      token: await world.token({ publish: ["*"] }),
    });

  test("are taken for publications, and given up with their document", async () => {
    const url = "https://remote.example.com/mcp";
    await take([serverResponseOf("io.remote/holder", "1.0.0", { isLatest: true, server: remotes(url) })]);
    const refused = await tryPublish("io.remote/wants", url);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("io.remote/holder")]);
    await take([
      serverResponseOf("io.remote/holder", "1.0.0", { isLatest: true, server: remotes("https://other.example.com") }),
    ]);
    expect((await tryPublish("io.remote/wants", url)).status).toBe(200);
  });

  test("may be shared by imported servers, be of any form, and be too long to be noted", async () => {
    // Without pattern, so that it does not fit into an index by being packed.
    const noise = Array.from({ length: 3_000 }, (_, index) => ((index * 2_654_435_761) >>> 0).toString(36));
    const long = `https://long.example.com/${noise.join("")}`;
    const server = { remotes: ["not a url", "not a url", long].map((url) => ({ type: "sse", url })) };
    const items = ["io.remote/odd1", "io.remote/odd2"].map((name) => serverResponseOf(name, "1.0.0", { server }));
    expect((await take(items)).counts).toEqual({ imported: 2, unchanged: 0, skipped: 0, problems: 0 });
    expect((await world.get(serverPath("io.remote/odd2", "/versions/latest"))).status).toBe(200);
  });
});
