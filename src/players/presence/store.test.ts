import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { presenceInMemory, presenceInSql, type PresenceUnderTest } from "../../../test/support/presence-stores.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import { fromMillis, type Instant } from "../../kit/time/instant.ts";
import type { Claim, SessionChange } from "./core/presence-types.ts";
import type { PresenceBatch } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });

const ANNA = "76561198000000001";
const WOLF = "0002abcdef0123456789abcdef012345";
const at = (seconds: number): Instant => fromMillis(1_700_000_000_000 + seconds * 1_000);

function open(server: string, platformId: string, second: number, claim: Claim = "join"): SessionChange {
  return {
    kind: "open",
    server,
    platformId,
    name: platformId === ANNA ? "anna" : "wolf",
    startedAt: at(second),
    claim,
  };
}

function close(server: string, platformId: string, second: number): SessionChange {
  return { kind: "close", server, platformId, endedAt: at(second) };
}

function seen(server: string, second: number, ...platformIds: string[]): SessionChange {
  return { kind: "seen", server, at: at(second), platformIds: platformIds.sort() };
}

describe.each([
  ["in memory", async () => presenceInMemory()],
  ["in PostgreSQL", () => presenceInSql(db)],
])("sessions %s", (_where, make) => {
  let tested: PresenceUnderTest;
  let numbers: Map<string, number>;
  beforeEach(async () => {
    tested = await make();
    numbers = new Map();
    await tested.hold("Island", 1);
    await tested.hold("Ragnarok", 1);
  });

  async function apply(...changes: [SessionChange, ...SessionChange[]]): Promise<readonly string[]> {
    const { server } = changes[0];
    const number = (numbers.get(server) ?? 0) + 1;
    numbers.set(server, number);
    return (await tested.store.apply({ server, fence: 1, number, changes })).lost;
  }

  /** In short: `anna Island 10-40`, or `10-` while open, and when it was last seen. */
  async function sessions(): Promise<string[]> {
    const second = (when: Instant): number => (when - at(0)) / 1_000_000;
    return (await tested.rows()).map(
      ({ name, server, startedAt, lastSeen, endedAt }) =>
        `${name} ${server} ${second(startedAt)}-${endedAt === null ? "" : second(endedAt)} (${second(lastSeen)})`,
    );
  }

  const told = async (): Promise<string[]> =>
    (await tested.transitions()).map(({ kind, name, server }) => `${name} ${kind} ${server}`);

  test("begin, go on, end, and begin again", async () => {
    expect(await apply(open("Island", WOLF, 10), open("Island", ANNA, 10), seen("Island", 10, WOLF))).toEqual([]);
    expect(await apply(seen("Island", 20, ANNA, WOLF))).toEqual([]);
    expect(await apply(close("Island", WOLF, 20), seen("Island", 30, ANNA))).toEqual([]);
    expect(await apply(open("Island", WOLF, 40))).toEqual([]);
    expect(await sessions()).toEqual(["wolf Island 10-20 (20)", "wolf Island 40- (40)", "anna Island 10- (30)"]);
    expect(await told()).toEqual([
      "wolf joined Island",
      "anna joined Island",
      "wolf left Island",
      "wolf joined Island",
    ]);
  });

  test("end when the account joins elsewhere, and a process that still believes in them is notified", async () => {
    await apply(open("Island", ANNA, 10), open("Island", WOLF, 10));
    expect(await apply(open("Ragnarok", ANNA, 25))).toEqual([]);
    expect(await apply(seen("Island", 30, ANNA, WOLF))).toEqual([ANNA]);
    expect(await apply(close("Island", ANNA, 35))).toEqual([]);
    expect(await sessions()).toEqual(["wolf Island 10- (30)", "anna Island 10-25 (10)", "anna Ragnarok 25- (25)"]);
    expect((await tested.transitions()).at(-1)).toEqual({
      kind: "moved",
      from: "Island",
      platformId: ANNA,
      name: "anna",
      server: "Ragnarok",
      at: at(25),
    });
  });

  test("stand against one that was only found elsewhere", async () => {
    await apply(open("Island", ANNA, 10));
    expect(await apply(open("Ragnarok", ANNA, 25, "listed"))).toEqual([ANNA]);
    expect(await sessions()).toEqual(["anna Island 10- (10)"]);
  });

  test("are written once, however often their batch is, and the answer is of the present", async () => {
    const batch = { server: "Island", fence: 1, number: 1, changes: [open("Island", ANNA, 10)] };
    for (let run = 0; run < 3; run++) expect(await tested.store.apply(batch)).toEqual({ lost: [] });
    await apply(open("Ragnarok", ANNA, 20));
    expect(await tested.store.apply(batch)).toEqual({ lost: [ANNA] });
    await apply(close("Ragnarok", ANNA, 30));
    expect(await tested.store.apply(batch)).toEqual({ lost: [ANNA] });
    expect(await sessions()).toEqual(["anna Island 10-20 (10)", "anna Ragnarok 20-30 (30)"]);
    expect(await told()).toEqual(["anna joined Island", "anna moved Ragnarok", "anna left Ragnarok"]);
  });

  test("are numbered from 1 with each fence, and not accepted from a process that lost the lease", async () => {
    const { store } = tested;
    const batch = (fence: number, number: number, ...changes: SessionChange[]): PresenceBatch => {
      return { server: "Island", fence, number, changes };
    };
    await store.apply(batch(1, 7, open("Island", ANNA, 10)));
    await tested.hold("Island", 2);
    await expect(store.apply(batch(1, 8, close("Island", ANNA, 10)))).rejects.toThrow(LeaseLost);
    await expect(store.apply(batch(1, 7, open("Island", ANNA, 10)))).rejects.toThrow(LeaseLost);
    await expect(store.openSessions("Island", 1)).rejects.toThrow(LeaseLost);
    expect(await sessions()).toEqual(["anna Island 10- (10)"]);
    expect(await store.openSessions("Island", 2)).toMatchObject([
      { platformId: ANNA, name: "anna", server: "Island", startedAt: at(10), lastSeen: at(10) },
    ]);
    expect(await store.apply(batch(2, 1, seen("Island", 30, ANNA)))).toEqual({ lost: [] });
    expect(await sessions()).toEqual(["anna Island 10- (30)"]);
  });

  test("that are open are known by their server", async () => {
    await apply(open("Island", ANNA, 10));
    await apply(open("Ragnarok", WOLF, 10));
    expect((await tested.store.openSessions("Ragnarok", 1)).map(({ platformId }) => platformId)).toEqual([WOLF]);
    expect(await tested.store.serversWithOpenSessions()).toEqual(["Island", "Ragnarok"]);
    await apply(close("Ragnarok", WOLF, 10));
    expect(await tested.store.serversWithOpenSessions()).toEqual(["Island"]);
  });

  test("are listed newest first, so many for each account, as far back as is asked", async () => {
    for (const second of [10, 30, 50]) {
      await apply(open("Island", ANNA, second), close("Island", ANNA, second + 10));
    }
    await apply(open("Ragnarok", WOLF, 5));
    const list = async (since: number, limit: number, before?: number): Promise<string[]> => {
      const accounts = [WOLF, ANNA, "76561198999999999"];
      const until = before === undefined ? undefined : at(before);
      const rows = await tested.store.listSessions(accounts, at(since), limit, until);
      return rows.map(({ name, startedAt }) => `${name} ${(startedAt - at(0)) / 1_000_000}`);
    };
    expect(await list(0, 9)).toEqual(["wolf 5", "anna 50", "anna 30", "anna 10"]);
    expect(await list(0, 2)).toEqual(["wolf 5", "anna 50", "anna 30"]);
    expect(await list(40, 9)).toEqual(["wolf 5", "anna 50", "anna 30"]);
    expect(await list(41, 9)).toEqual(["wolf 5", "anna 50"]);
    expect(await list(100, 9)).toEqual(["wolf 5"]);
    expect(await list(0, 1, 50)).toEqual(["wolf 5", "anna 30"]);
    expect(await list(41, 9, 50)).toEqual(["wolf 5"]);
  });

  test("that ended before a time are removed, and none that last", async () => {
    await apply(open("Island", ANNA, 10), close("Island", ANNA, 20), open("Island", WOLF, 5));
    expect(await tested.store.deleteSessionsBefore(at(20))).toBe(0);
    expect(await tested.store.deleteSessionsBefore(at(21))).toBe(1);
    expect(await sessions()).toEqual(["wolf Island 5- (5)"]);
    await apply(open("Island", ANNA, 30));
    expect(await sessions()).toEqual(["wolf Island 5- (5)", "anna Island 30- (30)"]);
  });
});
