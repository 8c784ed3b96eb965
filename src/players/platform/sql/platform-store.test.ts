import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { holdTransaction } from "../../../../test/support/held-transaction.ts";
import { platformInSql, type PlatformUnderTest } from "../../../../test/support/platform-stores.ts";
import { readAnnounced } from "../../../../test/support/presence-stores.ts";
import { fromMillis, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { NO_BANS } from "../core/account.ts";
import type { AccountUpdate } from "../core/account-update.ts";
import { refreshCuts } from "../core/refresh-plan.ts";
import type { SeenBan } from "../store.ts";
import { platformStore } from "./platform-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "players"] });

const now = fromMillis(Date.UTC(2026, 4, 1, 12));
const claim = { limit: 100, now, until: plusMillis(now, 1000), cuts: refreshCuts(now) };
const idOf = (number: number): string => `76561198000000${String(number).padStart(3, "0")}`;
const SUMMARY = { name: "Anna", avatarUrl: "", profileUrl: "" };

let tested: PlatformUnderTest;
let refreshed: { readonly ids: readonly string[]; readonly at: Instant }[];
let bans: SeenBan[];
let onBan: () => void;

beforeEach(async () => {
  [refreshed, bans, onBan] = [[], [], () => undefined];
  tested = await platformInSql(db, {
    refreshPlatformNames: async (_tx, ids, at) => {
      refreshed.push({ ids, at });
      return [];
    },
    onBan: async (_tx, ban) => {
      bans.push(ban);
      onBan();
    },
  });
});

async function put(count: number, isOnline = false, checkedAt: Instant | null = null): Promise<void> {
  const facts = { isOnline, lastSeenAt: isOnline ? now : null, checkedAt, heldUntil: null };
  await tested.put(Array.from({ length: count }, (_, number) => ({ platformId: idOf(number), ...facts })));
}

function update(number: number, over: Partial<AccountUpdate> = {}): AccountUpdate {
  const answers = { isChecked: true, summary: SUMMARY, bans: NO_BANS };
  return { platformId: idOf(number), at: now, ...answers, isChanged: false, banChange: undefined, ...over };
}

describe("callers at the same time", () => {
  test.each<[string, boolean, Instant | null]>([
    ["that were never checked", false, null],
    ["of online players", true, plusMillis(now, -7_200_000)],
    ["of those seen this week", false, plusMillis(now, -90_000_000)],
    ["of the rest", false, plusMillis(now, -40 * 86_400_000)],
  ])("get different accounts, and together all of them: accounts %s", async (what, isOnline, checkedAt) => {
    await put(1000, isOnline, checkedAt);
    if (what.includes("week")) await db.execute({ name: "test.lately", text: LATELY });
    const stores = Array.from({ length: 4 }, () =>
      platformStore(open({ maxConnections: 2 }), "other", { refreshPlatformNames: async () => [] }),
    );
    const claimed = await Promise.all(
      stores.map(async (store) => {
        const its: string[] = [];
        for (let empty = 0; empty < 2;) {
          const due = await store.claimDue(claim);
          its.push(...due.map(({ platformId }) => platformId));
          if (due.length === 0) empty++;
        }
        return its;
      }),
    );
    expect(new Set(claimed.flat()).size).toBe(1000);
    expect(claimed.flat()).toHaveLength(1000);
  });

  test("do not wait for one who is still writing", async () => {
    await put(3);
    const held = await holdTransaction(db, (tx) =>
      tx.query({
        name: "test.hold",
        text: "select from players.accounts where platform_id = $1 for update",
        values: [idOf(1)],
      }),
    );
    expect((await tested.store.claimDue(claim)).map(({ platformId }) => platformId)).toEqual([idOf(0), idOf(2)]);
    await held.commit();
    expect((await tested.store.claimDue(claim)).map(({ platformId }) => platformId)).toEqual([idOf(1)]);
  });

  test("of other processes count on one quota", async () => {
    const stores = [open(), open()].map((pool) =>
      platformStore(pool, "other", { refreshPlatformNames: async () => [] }),
    );
    const quota = { keyId: "0123456789abcdef", day: "2026-05-01", calls: 2, limit: 15, now };
    const answers = await Promise.all(
      stores.flatMap((store) => Array.from({ length: 10 }, () => store.takeQuota(quota))),
    );
    expect(answers.filter(Boolean)).toHaveLength(7);
    expect(await tested.store.findState(quota.keyId)).toMatchObject({ calls: 14 });
  });
});

const LATELY = `update players.accounts set last_seen = checked_at`;

describe("what Steam told", () => {
  const BAN = {
    isFirst: false,
    members: ["antiCheatBanned"] as const,
    before: NO_BANS,
    after: { ...NO_BANS, antiCheatBanned: true },
  };

  test("reaches readers only where something shown is new", async () => {
    await put(3);
    await tested.store.save([update(0), update(1), update(2, { summary: undefined })]);
    expect(await readAnnounced(db)).toEqual([{ accounts: [idOf(0), idOf(1)] }]);
    await tested.store.save([update(0), update(1, { isChanged: true }), update(2, { summary: undefined })]);
    await tested.store.save([update(0), update(1)]);
    expect((await readAnnounced(db)).slice(1)).toEqual([{ accounts: [idOf(1)] }]);
  });

  test("of a name has the names of players computed again", async () => {
    await put(3);
    const later = plusMillis(now, 5);
    await tested.store.save([update(0), update(1), update(2, { at: later })]);
    expect(refreshed).toEqual([
      { ids: [idOf(0), idOf(1)], at: now },
      { ids: [idOf(2)], at: later },
    ]);
    await tested.store.save([update(0, { at: later, summary: { ...SUMMARY, avatarUrl: "https://a.example/" } })]);
    expect(refreshed.slice(2), "the name is the same").toEqual([]);
    await tested.store.save([update(0, { at: later, summary: { ...SUMMARY, name: "Anna II" } })]);
    expect(refreshed.slice(2)).toEqual([{ ids: [idOf(0)], at: later }]);
  });

  test("of a ban is kept, and told in the same transaction", async () => {
    await put(2);
    await tested.store.save([update(0, { banChange: BAN }), update(1)]);
    expect(bans).toEqual([{ platformId: idOf(0), at: now, change: BAN }]);
    const rows = await db.query<{ before: string; after: string }>({
      name: "test.bans",
      text: "select platform_id, seen_at, is_first, members, before, after from players.bans",
    });
    expect(rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }))).toEqual([
      {
        platform_id: idOf(0),
        seen_at: now,
        is_first: false,
        members: ["antiCheatBanned"],
        before: BAN.before,
        after: BAN.after,
      },
    ]);
  });

  test("is written whole or not at all", async () => {
    await put(2);
    onBan = () => {
      throw new Error("no room for a delivery");
    };
    const updates = [update(0, { isChanged: true }), update(1, { banChange: BAN })];
    await expect(tested.store.save(updates)).rejects.toThrow("no room for a delivery");
    expect([await tested.find(idOf(0)), await readAnnounced(db)]).toEqual([{ checkedAt: null, heldUntil: null }, []]);
  });

  test("of an account that was checked later by another process is dropped whole", async () => {
    await put(1, false, plusMillis(now, 1));
    await tested.store.save([update(0, { isChanged: true, banChange: BAN })]);
    expect([bans, refreshed, await readAnnounced(db)]).toEqual([[], [], []]);
  });
});
