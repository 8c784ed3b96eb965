import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { presenceInSql, readAnnounced, type PresenceUnderTest } from "../../../../test/support/presence-stores.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { QueryError } from "../../../kit/sql/query-error.ts";
import { fromMillis, type Instant } from "../../../kit/time/instant.ts";
import { tombstoneHash } from "../../privacy/index.ts";
import { refreshPlatformNames } from "../../profiles/index.ts";
import type { SessionChange, Transition } from "../core/presence-types.ts";
import { BatchRefused } from "../store.ts";
import { presenceStore } from "./presence-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });

const ANNA = "76561198000000001";
const WOLF = "76561198000000002";
const at = (seconds: number): Instant => fromMillis(1_700_000_000_000 + seconds * 1_000);

let tested: PresenceUnderTest;
let number: number;
let refreshed: { readonly ids: readonly string[]; readonly at: Instant }[];
let told: Transition[];
let onTransitions: (tx: Transaction) => Promise<void>;

beforeEach(async () => {
  [number, refreshed, told, onTransitions] = [0, [], [], async () => undefined];
  tested = await presenceInSql(db, {
    refreshPlatformNames: async (_tx, ids, when) => {
      refreshed.push({ ids, at: when });
      return [];
    },
    onTransitions: async (tx, transitions) => {
      told.push(...transitions);
      await onTransitions(tx);
    },
  });
  await tested.hold("Island", 1);
  await tested.hold("Ragnarok", 1);
});

function open(platformId: string, name: string, second: number, server = "Island"): SessionChange {
  return { kind: "open", server, platformId, name, startedAt: at(second), claim: "join" };
}

function close(platformId: string, second: number, server = "Island"): SessionChange {
  return { kind: "close", server, platformId, endedAt: at(second) };
}

function seen(second: number, ...platformIds: string[]): SessionChange {
  return { kind: "seen", server: "Island", at: at(second), platformIds };
}

async function apply(...changes: [SessionChange, ...SessionChange[]]): Promise<readonly string[]> {
  number++;
  return (await tested.store.apply({ server: changes[0].server, fence: 1, number, changes })).lost;
}

/** `<last digit of the id> <name> <where> <when>`. */
async function accounts(): Promise<string[]> {
  const rows = await db.query<{ id: string; seen_name: string; online_on: string | null; last_seen: Instant | null }>({
    name: "test.accounts",
    text: `select right(platform_id, 1) as id, seen_name, online_on, last_seen
      from players.accounts order by platform_id`,
  });
  return rows.map(({ id, seen_name, online_on, last_seen }) => {
    const second = last_seen === null ? "never" : (last_seen - at(0)) / 1_000_000;
    return `${id} ${seen_name || "-"} ${online_on ?? "-"} ${second}`;
  });
}

const run = (text: string, ...values: unknown[]) => db.execute({ name: `test.${text.slice(0, 50)}`, text, values });

/** A player of Anna's account. */
async function addPlayer(): Promise<void> {
  await run("insert into players.accounts (platform_id) values ($1) on conflict do nothing", ANNA);
  await run(
    `insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female,
      experience, engram_points, deaths, created_at, saved_at, server, is_present)
      values (1, $1, 'anna', 'anna', 'Anna', 1, true, 0, 0, 0, now(), now(), 'Island', true)`,
    ANNA,
  );
}

describe("an account", () => {
  test("is made when it is met, and knows where it is and when it was last seen", async () => {
    await apply(open(ANNA, "anna", 10), open(WOLF, "wolf", 10));
    await apply(seen(20, ANNA, WOLF));
    expect(await accounts()).toEqual(["1 anna Island 20", "2 wolf Island 20"]);
    await apply(open(ANNA, "anna", 25, "Ragnarok"));
    await apply(close(WOLF, 22));
    expect(await accounts()).toEqual(["1 anna Ragnarok 25", "2 wolf - 22"]);
  });

  test("keeps the last name that a list gave, and no empty one; displays are notified of a different one", async () => {
    await apply(open(ANNA, "anna", 10), open(WOLF, "", 10));
    expect(refreshed).toEqual([{ ids: [ANNA], at: at(10) }]);
    await apply(close(ANNA, 10), open(ANNA, "", 20));
    await apply(close(ANNA, 20), open(ANNA, "anna", 30));
    expect(refreshed.slice(1)).toEqual([]);
    await apply(open(ANNA, "Anna II", 40), open(WOLF, "wolf", 40));
    expect(refreshed.at(-1)).toEqual({ ids: [ANNA, WOLF], at: at(40) });
    expect((await readAnnounced(db)).at(-1)).toEqual({ accounts: [ANNA, WOLF] });
    expect(await accounts()).toEqual(["1 Anna II Island 40", "2 wolf Island 40"]);
  });

  test("keeps a whole name when a list has lost its letters, and takes the next whole one", async () => {
    await apply(open(ANNA, "A??a", 10));
    expect(await accounts()).toEqual(["1 A??a Island 10"]);
    await apply(close(ANNA, 10), open(ANNA, "Anna", 20));
    await apply(close(ANNA, 20), open(ANNA, "????", 30));
    await apply(close(ANNA, 30), open(ANNA, "Ann\u{fffd}", 40));
    expect(await accounts()).toEqual(["1 Anna Island 40"]);
    await apply(close(ANNA, 40), open(ANNA, "Anna II", 50));
    expect(await accounts()).toEqual(["1 Anna II Island 50"]);
  });
});

test("no change announces more transitions than live events have numbers for", async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => String(76_561_198_000_100_000n + BigInt(index)));
  const [first = "", ...others] = many;
  await apply(open(first, "", 10), ...others.map((id) => open(id, "", 10)));
  const announced = await readAnnounced(db);
  expect(announced.map(({ transitions }) => transitions?.length)).toEqual([1_000, 1_000, 500]);
  for (const change of announced) {
    expect(change.accounts).toEqual(change.transitions?.map(({ platformId }) => platformId));
  }
  expect(announced.flatMap((change) => change.accounts)).toEqual(many);
});

test("the name that is shown for a player follows the list of the server, in the transaction of the session", async () => {
  await addPlayer();
  const store = presenceStore(db, "test", { refreshPlatformNames });
  await store.apply({ server: "Island", fence: 1, number: 1, changes: [open(ANNA, "Anna II", 10)] });
  const shown = await db.query({ name: "test.shown", text: "select platform_name from players.players" });
  expect(shown).toEqual([{ platform_name: "Anna II" }]);
});

describe("readers", () => {
  test("are notified of transitions and their accounts, and not of sightings", async () => {
    await apply(open(WOLF, "wolf", 10), open(ANNA, "anna", 10));
    await apply(seen(20, ANNA, WOLF));
    await apply(close(WOLF, 20));
    const joined = { kind: "joined", server: "Island", at: at(10) };
    expect(await readAnnounced(db)).toEqual([
      {
        accounts: [ANNA, WOLF],
        transitions: [
          { ...joined, platformId: WOLF, name: "wolf" },
          { ...joined, platformId: ANNA, name: "anna" },
        ],
      },
      {
        accounts: [WOLF],
        transitions: [{ kind: "left", platformId: WOLF, name: "wolf", server: "Island", at: at(20) }],
      },
    ]);
    expect(told).toEqual(await tested.transitions());
  });

  test("are not notified of a batch without effect", async () => {
    onTransitions = async () => {
      throw new Error("no room for a delivery");
    };
    await expect(apply(open(ANNA, "anna", 10))).rejects.toThrow("no room for a delivery");
    expect([await tested.rows(), await accounts(), await readAnnounced(db)]).toEqual([[], [], []]);
  });
});

describe("a batch", () => {
  test("with a value that cannot be stored is refused", async () => {
    await expect(apply(open(ANNA, "an\0na", 10))).rejects.toThrow(BatchRefused);
    await expect(
      apply({ ...open(ANNA, "anna", 10), startedAt: Number.NaN as Instant } as SessionChange),
    ).rejects.toThrow(BatchRefused);
    expect(await apply(open(ANNA, "anna", 10))).toEqual([]);
  });

  test("whose connection broke is to be applied again, and then counts once", async () => {
    onTransitions = async (tx) => {
      await tx.query({ name: "test.break", text: "select pg_terminate_backend(pg_backend_pid())" });
    };
    const batch = { server: "Island", fence: 1, number: 1, changes: [open(ANNA, "anna", 10)] };
    const error: unknown = await tested.store.apply(batch).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QueryError);
    expect(error).not.toBeInstanceOf(BatchRefused);
    onTransitions = async () => undefined;
    for (let times = 0; times < 2; times++) expect(await tested.store.apply(batch)).toEqual({ lost: [] });
    expect(await tested.transitions()).toHaveLength(1);
  });
});

describe("who wants no history", () => {
  test("has a session while it lasts, and none after it", async () => {
    await addPlayer();
    await run("insert into players.opt_outs (player_id, at) values (1, now())");
    await apply(open(ANNA, "anna", 10), open(WOLF, "wolf", 10));
    expect(await tested.store.openSessions("Island", 1)).toHaveLength(2);
    await apply(open(ANNA, "anna", 20, "Ragnarok"));
    expect((await tested.rows()).map(({ name, server }) => [name, server])).toEqual([
      ["anna", "Ragnarok"],
      ["wolf", "Island"],
    ]);
    await apply(close(ANNA, 30, "Ragnarok"));
    await apply(open(ANNA, "anna", 40), close(WOLF, 40));
    await apply(close(ANNA, 50));
    expect((await tested.rows()).map(({ name }) => name)).toEqual(["wolf"]);
    const inShort = told.map(({ kind, name }) => `${name} ${kind}`).join(", ");
    expect(inShort).toBe("anna joined, wolf joined, anna moved, anna left, anna joined, wolf left, anna left");
  });
});

describe("who was erased", () => {
  test("is not stored, is on no server, and is not announced", async () => {
    await run("insert into players.tombstones (hash, at) values ($1, now())", tombstoneHash("account", ANNA));
    expect(await apply(open(ANNA, "anna", 10), open(WOLF, "wolf", 10))).toEqual([ANNA]);
    expect(await apply(close(ANNA, 15), seen(20, ANNA, WOLF))).toEqual([ANNA]);
    expect(await accounts()).toEqual(["2 wolf Island 20"]);
    expect((await tested.rows()).map(({ name }) => name)).toEqual(["wolf"]);
    expect(JSON.stringify(await readAnnounced(db))).not.toContain(ANNA);
    expect(told.map(({ name }) => name)).toEqual(["wolf"]);
  });
});

test("no index contains the time of the last sighting, so a poll changes rows in place", async () => {
  const rows = await db.query<{ indexdef: string }>({
    name: "test.indexes",
    text: "select indexdef from pg_indexes where schemaname = 'players' and tablename in ('sessions', 'accounts')",
  });
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ indexdef }) => indexdef.includes("last_seen"))).toEqual([]);
});
