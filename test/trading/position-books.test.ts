/** Books of positions over HTTP: strategies that trade, with the exchange in a process of its own. */
import { expect, test } from "vitest";
import { strategyVenue } from "../support/strategy-venue.ts";
import { waitUntil } from "../support/wait-until.ts";

const BTC = "binance-btcusdt";
const venue = await strategyVenue();
await venue.setBook(BTC, [[100, 50]], [[101, 50]]);

interface ShownBook {
  readonly id: string;
  readonly uncounted: number;
  readonly unvalued: number;
  readonly position: readonly Readonly<Record<string, string | null>>[];
}

/** A user of whose strategies each has bought so much for 101 a piece. */
async function bought(...amounts: readonly string[]) {
  const trader = await venue.trader();
  const key = await trader.keyAt("binance");
  const profiles: string[] = [];
  for (const amount of amounts) {
    const strategy = await trader.ready({
      algorithm_id: "900001",
      executable_codes: [BTC],
      executable_apikeys: [key.id],
      executable_values: [amount],
      executable_parents: [amount],
      executable_priceoffset: ["5"],
    });
    await trader.mine.done("start", { id: strategy });
    await trader.untilState(strategy, "completed");
    profiles.push((await trader.summaryOf(strategy)).profile_id);
  }
  const listed = async (): Promise<readonly ShownBook[]> => trader.mine.done("books");
  /** Once its position has a price. */
  const priced = (id: string): Promise<ShownBook> =>
    waitUntil(async () => {
      const found = (await listed()).find((each) => each.id === id);
      expect(found?.position[0]?.["unrealized_pnl"]).toEqual(expect.any(String));
      return found as ShownBook;
    });
  return { ...trader, profiles, listed, priced };
}

test("a book adds up what its strategies hold, at their average price, and no others", async () => {
  const { mine, profiles, priced, listed } = await bought("0.1", "0.3", "0.5");
  const [one = "", two = ""] = profiles;
  const { id, book } = await mine.done("books", { action: "create", name: "Two", profiles: [one, two] });
  const held = { currency: "BTC", money: "real", realized_pnl: "0.00000000" };
  expect(book).toMatchObject({ uncounted: 0, unvalued: 0, position: [held] });
  const { position } = await priced(id);
  const [{ amount, average_price: price, unrealized_pnl: unrealized } = {}] = position;
  // A fee may be taken in the currency that was bought.
  expect(Number(amount) / 0.4).toBeCloseTo(1, 2);
  expect(Number(price) / 101).toBeCloseTo(1, 2);
  // The middle of the book is 100.5.
  expect(Number(unrealized)).toBeCloseTo(Number(amount) * (100.5 - Number(price)), 6);

  const edited = await mine.done("books", { action: "edit", id, profiles });
  expect(Number(edited.book.position[0].amount) / 0.9).toBeCloseTo(1, 2);
  const empty = await mine.done("books", { action: "create", name: "None" });
  expect(empty.book).toMatchObject({ position: [], uncounted: 0, unvalued: 0 });
  expect((await listed()).map((each) => each.position.length)).toEqual([1, 0]);
});

test("markets select currencies, and the base currency is that of prices and profits", async () => {
  const { mine, profiles, priced } = await bought("0.1");
  const create = (more: object) => mine.done("books", { action: "create", name: "One", profiles, ...more });
  const { book: other } = await create({ codes: ["binance-ethusdt"] });
  expect(other.position).toEqual([]);
  const { book: same } = await create({ codes: [BTC, "binance-ethusdt"] });
  expect(same.position).toHaveLength(1);
  const { id } = await create({ base_currency: "BTC" });
  const { position } = await priced(id);
  // A bitcoin costs about one bitcoin.
  expect(Number(position[0]?.["average_price"])).toBeCloseTo(101 / 100.5, 2);
  const { book: unknown } = await create({ base_currency: "NOSUCH" });
  expect(unknown.position).toMatchObject([{ average_price: null, unrealized_pnl: null }]);
  expect(Number(unknown.position[0].amount)).toBeGreaterThan(0.09);
});

test("a book of an unknown market is refused, and one whose market is gone keeps it", async () => {
  const { mine } = await venue.trader();
  const refused = async (params: object) => {
    const { status, failed_validation: failed } = await mine.refused("books", { name: "One", ...params });
    return [status, failed?.map(({ parameter }: { parameter: string }) => parameter)];
  };
  const unknown = { codes: [BTC, "binance-moonusdt"] };
  expect(await refused({ action: "create", ...unknown })).toEqual([422, ["codes.1"]]);
  const { id } = await mine.done("books", { action: "create", name: "One", codes: [BTC] });
  expect(await refused({ action: "edit", id, ...unknown })).toEqual([422, ["codes.1"]]);
  await venue.world().platform.db.execute({
    name: "test.marketIsGone",
    text: "update trading.books set codes = '{binance-moonusdt}' where id = $1",
    values: [id],
  });
  const { book } = await mine.done("books", { action: "edit", id, ...unknown });
  expect(book).toMatchObject(unknown);
});

test("a book of somebody else's profiles is refused", async () => {
  const { profiles } = await bought("0.1");
  const { mine } = await venue.trader();
  const refused = await mine.refused("books", { action: "create", name: "Theirs", profiles });
  expect(refused).toMatchObject({ status: 404 });
  expect(await mine.done("books")).toEqual([]);
});

test("a strategy shows what its open position would earn now, and says why where that is not known", async () => {
  const { mine, summaryOf, profiles } = await bought("0.1", "0.3");
  const { strategies } = await mine.done("strategy/data/list", { limit: 100 });
  const ids: string[] = strategies.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(profiles.length);
  const pnls = () => Promise.all(ids.map(async (id) => (await summaryOf(id)).pnl));
  await waitUntil(async () => {
    const [three, one] = await pnls();
    expect([three.unrealized_unknown, one.unrealized_unknown]).toEqual([null, null]);
    // Bought for 101 a piece; the middle of the book is 100.5, and a dollar is about a USDT.
    expect([Number(three.unrealized) / -0.15, Number(one.unrealized) / -0.05]).toEqual([
      expect.closeTo(1, 1),
      expect.closeTo(1, 1),
    ]);
  });

  const idle = await mine.newProfile();
  const shown = (await mine.done("strategy/data/list", { limit: 1 })).strategies[0];
  expect(shown).toMatchObject({ profile_id: idle, pnl: { unrealized: "0.00000000", unrealized_unknown: null } });

  await venue.exchange("binance").tell("faults", { set: { isMaintained: true } });
  await waitUntil(async () =>
    expect(await pnls()).toMatchObject([
      { unrealized: null, unrealized_unknown: "no_price" },
      { unrealized: null, unrealized_unknown: "no_price" },
    ]),
  );
  await venue.exchange("binance").tell("faults", { heal: true });
});
