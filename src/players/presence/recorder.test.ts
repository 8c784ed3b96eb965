import { beforeEach, describe, expect, test } from "vitest";
import { keptLog, type KeptLog } from "../../../test/support/kept-log.ts";
import { fromMillis, type Instant } from "../../kit/time/instant.ts";
import { Presence } from "./core/presence.ts";
import type { SeenAccount } from "./core/presence-types.ts";
import type { Observation } from "./poller.ts";
import { PresenceRecorder } from "./recorder.ts";
import { BatchRefused, type PresenceBatch } from "./store.ts";
import { NaivePresenceStore } from "./store.naive.ts";

const ANNA = { platformId: "76561198000000001", name: "annaplays" };
const WOLF = { platformId: "0002abcdef0123456789abcdef012345", name: "wolf" };
const at = (seconds: number): Instant => fromMillis(seconds * 1_000);

let store: NaivePresenceStore;
let log: KeptLog;
let lost: string[];
let recorder: PresenceRecorder;
let presence: Presence;
let numbers: number;
beforeEach(async () => {
  store = new NaivePresenceStore();
  [log, lost, numbers] = [keptLog(), [], 0];
  recorder = process();
  await recorder.adopt("Island", 1, at(0));
  await recorder.adopt("Ragnarok", 1, at(0));
  await listed("Island", 0);
  await listed("Ragnarok", 0);
});

function process(): PresenceRecorder {
  presence = new Presence();
  return new PresenceRecorder({ presence, store, log, onServerLost: (server) => lost.push(server) });
}

function observation(server: string, second: number, accounts: SeenAccount[]): Observation {
  numbers++;
  return { kind: "listed", server, number: numbers, at: at(second), accounts };
}

function listed(server: string, second: number, ...accounts: SeenAccount[]): Promise<void> {
  return recorder.apply(observation(server, second, accounts));
}

/** Sessions in short: `annaplays Island 15-45`, or `15-` while open. */
function sessions(): string[] {
  return store.rows
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.name < b.name ? -1 : 1))
    .map(({ name, server, startedAt, endedAt }) => {
      return `${name} ${server} ${startedAt / 1e6}-${endedAt === null ? "" : endedAt / 1e6}`;
    });
}

describe("a recorder", () => {
  test("stores sessions as they begin, go on, move and end", async () => {
    await listed("Island", 15, ANNA, WOLF);
    await listed("Island", 30, ANNA);
    expect(store.open().map(({ lastSeen }) => lastSeen)).toEqual([at(15), at(30)]);
    await listed("Ragnarok", 40, ANNA);
    await listed("Island", 45);
    expect(sessions()).toEqual(["annaplays Island 15-40", "wolf Island 15-15", "annaplays Ragnarok 40-"]);
    await recorder.left("Ragnarok", at(50), ANNA.platformId);
    await recorder.joined("Island", at(60), ANNA);
    await recorder.remove("Island", at(70));
    expect(sessions().slice(2)).toEqual(["annaplays Ragnarok 40-50", "annaplays Island 60-60"]);
    expect(store.faults()).toEqual([]);
  });

  test("ends an ended session in the database before it opens the next one elsewhere", async () => {
    await listed("Island", 15, ANNA);
    await listed("Ragnarok", 60, WOLF);
    await listed("Ragnarok", 120);
    await listed("Ragnarok", 140, ANNA);
    expect(sessions()).toEqual(["annaplays Island 15-15", "wolf Ragnarok 60-60", "annaplays Ragnarok 140-"]);
  });

  test("counts an observation once that is handed over twice", async () => {
    await listed("Island", 15, ANNA);
    const empty = observation("Island", 30, []);
    await recorder.apply(empty);
    await recorder.apply(empty);
    expect(sessions()).toEqual(["annaplays Island 15-"]);
  });

  test("goes on with the stored sessions of a server that it adopts", async () => {
    await listed("Island", 15, ANNA, WOLF);
    await recorder.release("Island");
    recorder = process();
    await recorder.adopt("Island", 2, at(60));
    await listed("Island", 75, ANNA);
    await listed("Island", 90, ANNA);
    expect(sessions()).toEqual(["annaplays Island 15-", "wolf Island 15-15"]);
  });
});

describe("while the database is away", () => {
  const away = (): void => {
    throw new Error("the database is away");
  };

  test("every session of that time is kept, and stored when it is back", async () => {
    store.trouble = away;
    await expect(listed("Island", 15, ANNA)).rejects.toThrow("away");
    await expect(listed("Island", 30)).rejects.toThrow("away");
    await expect(listed("Island", 45)).rejects.toThrow("away");
    await expect(listed("Ragnarok", 60, ANNA)).rejects.toThrow("away");
    expect(store.rows).toEqual([]);
    store.trouble = () => undefined;
    await listed("Ragnarok", 75, ANNA);
    expect(sessions()).toEqual(["annaplays Island 15-15", "annaplays Ragnarok 60-"]);
    expect(store.transitions.map(({ kind, at: when }) => [kind, when / 1e6])).toEqual([
      ["joined", 15],
      ["left", 15],
      ["joined", 60],
    ]);
  });

  test("a batch whose commit was not answered is stored once", async () => {
    store.trouble = (when) => when === "after" && away();
    await expect(listed("Island", 15, ANNA)).rejects.toThrow("away");
    expect(sessions()).toEqual(["annaplays Island 15-"]);
    store.trouble = () => undefined;
    await recorder.left("Island", at(20), ANNA.platformId);
    await listed("Island", 60);
    expect(sessions()).toEqual(["annaplays Island 15-20"]);
    expect(store.transitions.map(({ kind }) => kind)).toEqual(["joined", "left"]);
  });
});

describe("a server that is lost", () => {
  test("is released because another process holds its lease, and the others are stored", async () => {
    await listed("Island", 15, ANNA);
    store.fences.set("Island", 2);
    await listed("Island", 30, WOLF);
    await listed("Island", 45, WOLF);
    await listed("Ragnarok", 45, WOLF);
    expect(lost).toEqual(["Island"]);
    expect([presence.onlineCount("Island"), presence.onlineCount("Ragnarok")]).toEqual([0, 1]);
    expect(sessions()).toEqual(["annaplays Island 15-", "wolf Ragnarok 45-"]);
    expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "Island is polled by another process now"],
    ]);
  });

  test("because its batch is refused for good does not hold up the others", async () => {
    store.trouble = (when, { server }: PresenceBatch) => {
      if (when === "before" && server === "Island") throw new BatchRefused("a rule of the tables is broken");
    };
    await listed("Island", 15, ANNA);
    await listed("Ragnarok", 16, WOLF);
    expect(lost).toEqual(["Island"]);
    expect(sessions()).toEqual(["wolf Ragnarok 16-"]);
    expect(log.entries.map(({ level }) => level)).toEqual(["error"]);
  });

  test("is adopted again with a new fence only", async () => {
    await recorder.release("Island");
    await expect(recorder.adopt("Island", 1, at(20))).rejects.toThrow(/broken promise/);
    await recorder.adopt("Island", 2, at(20));
  });
});

test("one account, on servers of two processes, is where it joined last; the first process learns that", async () => {
  const other = process();
  await recorder.release("Ragnarok");
  await other.adopt("Ragnarok", 2, at(0));
  await other.apply(observation("Ragnarok", 1, []));
  await listed("Island", 15, ANNA);
  await other.apply(observation("Ragnarok", 20, [ANNA]));
  // The old server still lists the account; that does not bring it back, nor does it end the new session.
  await listed("Island", 30, ANNA);
  await listed("Island", 45, ANNA);
  expect(sessions()).toEqual(["annaplays Island 15-20", "annaplays Ragnarok 20-"]);
  await other.left("Ragnarok", at(50), ANNA.platformId);
  await listed("Island", 60, ANNA);
  expect(sessions().slice(1)).toEqual(["annaplays Ragnarok 20-50", "annaplays Island 60-"]);
  expect(store.faults()).toEqual([]);
});
