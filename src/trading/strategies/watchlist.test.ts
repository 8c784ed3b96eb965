/** Watchlists through their endpoints, on PostgreSQL. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { scriptedMarket } from "../../../test/support/scripted-market.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import { addWatchlistItem } from "./endpoints/add-watchlist-item.ts";
import { deleteWatchlistItem } from "./endpoints/delete-watchlist-item.ts";
import { listWatchlist } from "./endpoints/list-watchlist.ts";
import { watchlistStore } from "./sql/watchlist-store.ts";
import { MAX_WATCHED } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const market = scriptedMarket();
const deps = { clock: manualClock(), watchlist: watchlistStore(db), market };
const rest = { requestId: "r", signal: new AbortController().signal };

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));
const add = async (actor: Caller, code: string) =>
  plain(await addWatchlistItem.run(deps, { ...rest, actor, input: { params: { code } } }));
const remove = async (actor: Caller, id: string) =>
  plain(await deleteWatchlistItem.run(deps, { ...rest, actor, input: { params: { id } } }));
const list = async (actor: Caller) => plain(await listWatchlist.run(deps, { ...rest, actor, input: {} }));

let users = 0;
async function newUser(): Promise<Caller> {
  users += 1;
  const [row] = await db.query<{ id: number }>({
    name: "test.newWatcher",
    text: `insert into trading.users
        (username, name, email, password_hash, password_changed_at, referral_code, created_at)
      values ($1, 'Name', 'a@example.test', 'x', now(), $1, now()) returning id`,
    values: [`watcher${users}`],
  });
  const uid = row?.id ?? 0;
  return {
    uid,
    ownerUid: uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "key", id: "1" },
    address: "127.0.0.1",
    plan: FREE_PLAN,
  };
}

test("a market is on a list once, also when it is added at the same time", async () => {
  const actor = await newUser();
  const answers = await Promise.all([1, 2, 3].map(() => add(actor, "kraken-btcusdt")));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: true, item: { code: "kraken-btcusdt" } });
  const second = await add(actor, "binance-ethusdt");
  expect(await list(actor)).toEqual([
    expect.objectContaining({ id: second.id, exchange: "binance", bid: null, ask: null, time: null }),
    expect.objectContaining({ id: answers[0].id, code: "kraken-btcusdt", exchange: "kraken" }),
  ]);
});

test("a watched market shows its best prices, but none that are old", async () => {
  const actor = await newUser();
  const code = "simalpha-btcusdt";
  market.list(code);
  await add(actor, code);
  expect(await list(actor)).toMatchObject([{ code, bid: null, ask: null, time: null }]);
  market.setTop(code, { bid: [99, 1, 1_700_000_001_000], ask: [101, 2, 1_700_000_002_000] });
  expect(await list(actor)).toMatchObject([{ code, bid: 99, ask: 101, time: 1_700_000_002_000 }]);
  market.setTop(code, { state: "stale" });
  expect(await list(actor)).toMatchObject([{ code, bid: null, ask: null, time: null }]);
});

test("nobody sees or removes what others watch", async () => {
  const [actor, stranger] = [await newUser(), await newUser()];
  const { id } = await add(actor, "kraken-btcusdt");
  expect(await list(stranger)).toEqual([]);
  await expect(remove(stranger, id)).rejects.toMatchObject({ status: 404, code: "2300" });
  expect(await remove(actor, id)).toMatchObject({ status: true, id });
  await expect(remove(actor, id)).rejects.toMatchObject({ status: 404, code: "2300" });
});

test("a full list takes no other market, and says so", async () => {
  const actor = await newUser();
  await db.execute({
    name: "test.fillWatchlist",
    text: `insert into trading.watchlist_items (uid, code, created_at)
      select $1, 'kraken-coin' || at, now() from generate_series(1, ${MAX_WATCHED}) at`,
    values: [actor.uid],
  });
  await expect(add(actor, "kraken-btcusdt")).rejects.toMatchObject({ status: 422, code: "2410" });
  expect(await add(actor, "kraken-coin1")).toMatchObject({ status: true });
  expect(await list(actor)).toHaveLength(MAX_WATCHED);
});
