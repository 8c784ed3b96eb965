/** Open positions of strategies, however many, and what is missing in them. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { tradeBooks } from "./trade-books.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const books = tradeBooks(db);

/** Positions of one unit in so many currencies, each of which has cost two dollars. */
async function hold(ownerUid: number, strategyId: number, count: number, isReal = true): Promise<void> {
  await db.execute({
    name: "test.holdPositions",
    text: `insert into trading.positions (owner_uid, is_real, strategy_id, base, amount, cost, code, quote)
      select $1, $2, $3, 'C' || each, 1, 2, 'binance-c' || each || 'usdt', 'USDT' from generate_series(1, $4::integer) each`,
    values: [ownerUid, isReal, strategyId, count],
  });
}

test("more positions than one query reads are all read, once, of the strategies that were asked for", async () => {
  const { ownerUid } = await newPerson(db);
  const other = await newPerson(db);
  await hold(ownerUid, 1, 9_000);
  await hold(ownerUid, 1, 10, false);
  await hold(ownerUid, 2, 12_000);
  await hold(ownerUid, 3, 5);
  await hold(other.ownerUid, 1, 3);
  const held = await books.strategyPositions(ownerUid, [1, 2]);
  expect(held).toHaveLength(21_010);
  expect(new Set(held.map(({ strategyId, isReal, base }) => `${strategyId} ${isReal} ${base}`)).size).toBe(21_010);
  expect(held.filter(({ isReal }) => !isReal)).toHaveLength(10);
  expect(await books.strategyPositions(ownerUid, [])).toEqual([]);

  const sums = await books.held({ ownerUid, isReal: true });
  expect(sums).toHaveLength(12_000);
  expect(sums.reduce((total, { amount }) => total + Number(amount), 0)).toBe(21_005);
  expect(sums.find(({ base }) => base === "C1")).toMatchObject({ amount: "3", cost: "6", code: "binance-c1usdt" });
});
