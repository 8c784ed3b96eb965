/**
 * A failover that loses the last moment: the primary dies, and a standby that is behind takes over. Processes that run on
 * are to show what is stored now: nothing of what was lost, and everything that came after.
 */
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/kit/sql/database.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { privacyStore } from "../../src/players/privacy/sql/privacy-store.ts";
import { BUSY_SERVERS, playersAfter } from "../support/busy-server.ts";
import * as lookup from "../support/busy-twin.ts";
import { bundleScript } from "../support/bundle.ts";
import { ScriptProcess } from "../support/child-process.ts";
import { FailoverPair } from "../support/failover-pair.ts";
import * as registry from "../support/registry-twin.ts";
import { RegistryWriters, type Target } from "../support/registry-writers.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** Changes of the registry that the failover loses. */
const LOST = 100;
/** Ticks of each game server, with one change each of saves and of lists. */
const TICKS = 6;

const isPossible = process.platform === "linux";

let pair: FailoverPair;
let db: Database;
let folder: TemporaryFolder;
const started: ScriptProcess[] = [];

async function start(script: string): Promise<ScriptProcess> {
  const child = new ScriptProcess(script, [pair.url, folder.path]);
  started.push(child);
  await child.heard("ready");
  return child;
}

afterAll(async () => {
  await Promise.all(started.map((child) => child.kill()));
  await db?.close();
  await pair?.remove();
  await folder?.remove();
});

async function write(writers: RegistryWriters, targets: readonly Target[], count: number): Promise<void> {
  for (const target of targets) writers.start(target, 4);
  await writers.until(writers.acknowledged.size + count);
  await writers.stop();
}

/** Lets each lookup do what the process that reads a game server does, from where the tables are. */
async function tick(lookups: readonly ScriptProcess[]): Promise<void> {
  const { progress } = await lookup.readStored(db);
  const writing = BUSY_SERVERS.map(async ({ key }, place) => {
    const child = lookups[place];
    if (!child) throw new Error("each game server has a process");
    const told = (event: string): number => child.told.filter((each) => each["event"] === event).length;
    const [begun, rested] = [told("begins"), told("rests")];
    child.say(`write ${key} ${progress.get(key)?.lists ?? 0}`);
    await child.heard("begins", begun + TICKS);
    child.say("rest");
    await child.heard("rests", rested + 1);
  });
  await Promise.all(writing);
}

async function registryProblems(targets: readonly Target[]): Promise<string[]> {
  const stored = await registry.readStored(db);
  return (await Promise.all(targets.map(({ url }) => registry.servedProblems(url, stored)))).flat();
}

async function lookupProblems(targets: readonly lookup.PlayersTarget[]): Promise<string[]> {
  const { progress, problems } = await lookup.readStored(db);
  const served = await Promise.all(targets.map((target) => lookup.servedProblems(target, progress)));
  return [...problems, ...served.flat(), ...(await lookup.disagreements(targets, progress))];
}

/** How many players each lookup finds by a name. */
async function found(targets: readonly lookup.PlayersTarget[], name: string): Promise<number[]> {
  return Promise.all(
    targets.map(async ({ url, key }) => {
      const path = `/Search?type=Player&q=${encodeURIComponent(name)}`;
      const response = await fetch(url + path, { headers: { authorization: key } });
      const names = ((await response.json()) as { CharacterName: string }[]).map((each) => each.CharacterName);
      return names.filter((each) => each === name).length;
    }),
  );
}

async function endOfOutbox(): Promise<{ last: number; count: number }> {
  const [row] = await db.query<{ last: number; count: number }>({
    name: "test.outbox",
    text: "select max(seq) as last, count(*) as count from kit.outbox",
  });
  return row ?? { last: 0, count: 0 };
}

/** A change is answered 503 and when to come back, and a list as before. */
async function refusesWrites(child: ScriptProcess): Promise<void> {
  const { url, token } = targetOf(child) as Target;
  const document = { name: "com.example/never", description: "Never there", version: "1.0.0" };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(document);
  const answer = await fetch(`${url}/v0.1/publish`, { method: "POST", headers, body });
  expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([
    503,
    expect.stringMatching(/^\d+$/),
    expect.stringContaining("nothing was changed"),
  ]);
  expect((await fetch(`${url}/v0.1/servers`)).status).toBe(200);
}

describe.skipIf(!isPossible)("a failover to a standby that lacks the last 100 changes", () => {
  test("leaves registries and lookups of players that run on with what is stored", async () => {
    const [registryScript = "", lookupScript = ""] = await Promise.all(
      ["registry-process", "players-process"].map((name) =>
        bundleScript(fileURLToPath(new URL(`../support/${name}.ts`, import.meta.url))),
      ),
    );
    folder = await temporaryFolder("tripod-failover-");
    pair = await FailoverPair.start();
    db = openDatabase({ connection: { connectionString: pair.url } });
    // The first one makes the tables.
    const first = await start(registryScript);
    const [second, ...lookups] = await Promise.all([registryScript, lookupScript, lookupScript].map(start));
    const registries = [first, second].map((child) => targetOf(child) as Target);
    const targets = lookups.map((child) => targetOf(child) as lookup.PlayersTarget);
    const problems = async () => [...(await registryProblems(registries)), ...(await lookupProblems(targets))];

    const early = new RegistryWriters(0xfa11);
    await write(early, registries, LOST);
    await tick(lookups);
    await pair.cutOff();
    await write(early, registries, LOST);
    await tick(lookups);
    await expect.poll(problems).toEqual([]);
    const before = await endOfOutbox();

    await pair.crash();
    await refusesWrites(first);
    pair.leadToStandby();
    await refusesWrites(first);
    await pair.promote();
    const after = await endOfOutbox();
    expect(before.count - after.count).toBeGreaterThanOrEqual(LOST + 2 * TICKS);
    // More than were lost, so that the numbers are beyond what the processes have read.
    const late = new RegistryWriters(0x1a7e);
    await write(late, registries, 2 * LOST);
    expect((await endOfOutbox()).last).toBeGreaterThan(before.last);
    await expect.poll(problems).toEqual([]);
    await tick(lookups);
    await expect.poll(problems).toEqual([]);
    const { audit } = await registry.readStored(db);
    const kept = new Set(audit.map((row) => row.request_id));
    expect([...late.acknowledged].filter((id) => !kept.has(id))).toEqual([]);

    const { progress } = await lookup.readStored(db);
    const [island] = BUSY_SERVERS;
    const player = island && playersAfter(island, progress.get(island.key)?.saves ?? 0)[0];
    if (!player) throw new Error("a server that has ticked has players");
    expect(await found(targets, player.characterName)).toEqual([1, 1]);
    await privacyStore(db, "test", async () => undefined).erase({ playerId: player.id }, systemClock().now());
    await expect.poll(() => found(targets, player.characterName)).toEqual([0, 0]);
  });
});

function targetOf(child: ScriptProcess | undefined): unknown {
  return child?.told.find(({ event }) => event === "ready");
}
