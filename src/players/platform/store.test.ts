import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import {
  platformInMemory,
  platformInSql,
  type DueFacts,
  type PlatformUnderTest,
} from "../../../test/support/platform-stores.ts";
import { fromMillis, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../kit/time/spans.ts";
import { NO_BANS } from "./core/account.ts";
import type { AccountUpdate } from "./core/account-update.ts";
import { refreshCuts } from "./core/refresh-plan.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });

const now = fromMillis(Date.UTC(2026, 4, 1, 12));
const ago = (ms: number): Instant => plusMillis(now, -ms);
const until = plusMillis(now, HOUR_MS);
const idOf = (number: number): string => `765611980000000${String(number).padStart(2, "0")}`;
const KEY = "0123456789abcdef";
const STRIKES = { busy: 0, failed: 0 };
const SUMMARY = { name: "Anna", avatarUrl: "https://a.example/1.png", profileUrl: "https://a.example/1" };

function account(number: number, facts: Partial<DueFacts> = {}): DueFacts {
  return { platformId: idOf(number), isOnline: false, lastSeenAt: null, checkedAt: null, heldUntil: null, ...facts };
}

function update(number: number, over: Partial<AccountUpdate> = {}): AccountUpdate {
  return {
    platformId: idOf(number),
    at: now,
    isChecked: true,
    summary: SUMMARY,
    bans: NO_BANS,
    isChanged: true,
    banChange: undefined,
    ...over,
  };
}

describe.each([
  ["in memory", async () => platformInMemory()],
  ["in PostgreSQL", () => platformInSql(db)],
])("accounts %s", (_where, make) => {
  let tested: PlatformUnderTest;
  beforeEach(async () => {
    tested = await make();
  });

  async function claim(limit = 100, at = now): Promise<number[]> {
    const due = await tested.store.claimDue({ limit, now: at, until: plusMillis(at, HOUR_MS), cuts: refreshCuts(at) });
    return due.map(({ platformId }) => Number(platformId.slice(-2)));
  }

  test("that are due are handed out by rank, within a rank longest unchecked first, and none that is not", async () => {
    await tested.put([
      account(1, { lastSeenAt: ago(60 * DAY_MS), checkedAt: ago(60 * DAY_MS) }),
      account(2, { lastSeenAt: ago(7 * DAY_MS), checkedAt: ago(2 * DAY_MS) }),
      account(3, { isOnline: true, lastSeenAt: now, checkedAt: ago(2 * HOUR_MS) }),
      account(4, { isOnline: true, lastSeenAt: now, checkedAt: ago(3 * HOUR_MS) }),
      account(6),
      account(5, { lastSeenAt: now }),
      account(7, { isOnline: true, checkedAt: now }),
      account(8, { lastSeenAt: plusMillis(ago(7 * DAY_MS), -0.001), checkedAt: ago(29 * DAY_MS) }),
      account(9, { lastSeenAt: now, checkedAt: ago(3 * DAY_MS) }),
      account(10, { checkedAt: ago(31 * DAY_MS) }),
      { ...account(11), platformId: "0002a1b2c3d4e5f60002a1b2c3d4e5f6" },
      { ...account(12), platformId: "76561180000000012" },
    ]);
    expect(await claim()).toEqual([5, 6, 4, 3, 9, 2, 1, 10]);
  });

  test("are handed out once until the claim runs out, and no more than asked for", async () => {
    await tested.put([account(1), account(2, { heldUntil: now }), account(3, { heldUntil: until }), account(4)]);
    expect(await claim(2)).toEqual([1, 2]);
    expect(await claim(2)).toEqual([4]);
    expect(await claim(2)).toEqual([]);
    expect(await claim(9, plusMillis(until, -0.001))).toEqual([]);
    expect(await claim(9, until)).toEqual([1, 2, 3, 4]);
  });

  test("come with what is stored of them", async () => {
    await tested.put([account(1), account(2)]);
    await claim();
    const bans = { ...NO_BANS, antiCheatBanned: true, numberOfAntiCheatBans: 2, daysSinceLastBan: 7 };
    await tested.store.save([update(1, { bans }), update(2, { summary: undefined, bans: undefined })]);
    const due = await tested.store.claimDue({ limit: 9, now: plusMillis(now, 40 * DAY_MS), until, cuts: AFTER });
    expect(due).toEqual([
      { platformId: idOf(1), summary: SUMMARY, bans, bansAt: now },
      { platformId: idOf(2), summary: null, bans: null, bansAt: null },
    ]);
  });

  const AFTER = refreshCuts(plusMillis(now, 40 * DAY_MS));

  test("keep values that an answer left out, and stay claimed while it is half an answer", async () => {
    await tested.put([account(1)]);
    await claim();
    await tested.store.save([update(1)]);
    expect(await tested.find(idOf(1))).toEqual({ checkedAt: now, heldUntil: null });
    const later = plusMillis(now, 2 * HOUR_MS);
    const bans = { ...NO_BANS, communityBanned: true };
    await tested.store.claimDue({ limit: 1, now: plusMillis(now, 40 * DAY_MS), until, cuts: AFTER });
    await tested.store.save([update(1, { at: later, isChecked: false, summary: undefined, bans })]);
    expect(await tested.find(idOf(1))).toEqual({ checkedAt: now, heldUntil: until });
    const summary = { ...SUMMARY, name: "" };
    await tested.store.save([update(1, { at: later, summary, bans: undefined })]);
    const [stored] = await tested.store.claimDue({ limit: 1, now: plusMillis(now, 40 * DAY_MS), until, cuts: AFTER });
    expect(stored).toEqual({ platformId: idOf(1), summary, bans, bansAt: later });
  });

  test("that are gone, or were checked later, are left as they are", async () => {
    await tested.put([account(1, { checkedAt: plusMillis(now, 1) }), account(2, { checkedAt: now }), account(3)]);
    await tested.remove(idOf(3));
    await tested.store.save([update(1), update(2), update(3)]);
    const cut = { limit: 9, now: plusMillis(now, 40 * DAY_MS), until, cuts: AFTER };
    expect((await tested.store.claimDue(cut)).map(({ summary }) => summary?.name ?? null)).toEqual(["Anna", null]);
    expect(await tested.find(idOf(3))).toBeUndefined();
  });
});

describe.each([
  ["in memory", async () => platformInMemory()],
  ["in PostgreSQL", () => platformInSql(db)],
])("a key's state %s", (_where, make) => {
  let tested: PlatformUnderTest;
  beforeEach(async () => {
    tested = await make();
  });

  const take = (calls: number, day = "2026-05-01", at = now): Promise<boolean> =>
    tested.store.takeQuota({ keyId: KEY, day, calls, limit: 5, now: at });

  test("is unknown before its first call", async () => {
    expect(await tested.store.findState(KEY)).toBeUndefined();
    expect(await take(6)).toBe(false);
    expect(await tested.store.findState(KEY)).toBeUndefined();
  });

  test("counts the calls of a day up to the limit, and restarts only with the next day", async () => {
    expect([await take(2), await take(2), await take(2), await take(1), await take(1)]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(await tested.store.findState(KEY)).toMatchObject({ day: "2026-05-01", calls: 5 });
    expect(await take(2, "2026-05-02")).toBe(true);
    expect(await take(1, "2026-05-01")).toBe(false);
    expect(await tested.store.findState(KEY)).toEqual({
      day: "2026-05-02",
      calls: 2,
      strikes: STRIKES,
      pausedUntil: null,
      lastGoodAt: null,
      lastProblem: null,
    });
  });

  test("gives no calls while it is paused, until the later of two pauses", async () => {
    const problem = { at: now, says: "Steam is away.", strikes: { busy: 1, failed: 2 } };
    await tested.store.recordProblem(KEY, { ...problem, pausedUntil: plusMillis(now, 10) });
    await tested.store.recordProblem(KEY, { ...problem, says: "Still.", pausedUntil: plusMillis(now, 5) });
    await tested.store.recordProblem(KEY, { ...problem, says: "Yet.", pausedUntil: null });
    expect(await take(1, "2026-05-01", plusMillis(now, 9))).toBe(false);
    expect(await tested.store.findState(KEY)).toEqual({
      day: "",
      calls: 0,
      strikes: { busy: 1, failed: 2 },
      pausedUntil: plusMillis(now, 10),
      lastGoodAt: null,
      lastProblem: { at: now, says: "Yet." },
    });
    expect(await take(1, "2026-05-01", plusMillis(now, 10))).toBe(true);
  });

  test("is good again when Steam answers, but a pause stays", async () => {
    await tested.store.recordProblem(KEY, {
      at: now,
      says: "No.",
      strikes: { busy: 1, failed: 2 },
      pausedUntil: until,
    });
    await tested.store.recordGood(KEY, now);
    await tested.store.recordGood(KEY, ago(1));
    expect(await tested.store.findState(KEY)).toMatchObject({
      strikes: STRIKES,
      pausedUntil: until,
      lastGoodAt: now,
      lastProblem: null,
    });
    await tested.store.recordGood("fedcba9876543210", now);
    expect(await tested.store.findState("fedcba9876543210")).toMatchObject({ day: "", calls: 0, lastGoodAt: now });
  });

  test("never gives more than the limit, however many ask at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        tested.store.takeQuota({ keyId: KEY, day: "2026-05-01", calls: 3, limit: 20, now }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
    expect(await tested.store.findState(KEY)).toMatchObject({ calls: 18 });
  });
});
