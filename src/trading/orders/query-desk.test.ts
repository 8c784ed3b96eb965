import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { silentLog } from "../../kit/log/log.ts";
import type { Caller } from "../caller.ts";
import { QueryDesk } from "./query-desk.ts";
import { MOST_ANSWER_BYTES, type ExchangeQuery, type QueryOutcome } from "./store.ts";

const QUESTION = { apikey: "1", exchange_query: "balance" } as const;

test("an answer that is too large to be stored fails with its size", async () => {
  const outcomes: QueryOutcome[] = [];
  const exchangeQueries = {
    findQuery: async () => undefined,
    beginQuery: async () => true,
    endQuery: async (_: number, outcome: QueryOutcome) => void outcomes.push(outcome),
  };
  const fees = { 1: "x".repeat(MOST_ANSWER_BYTES), 2: 0.001 };
  const market = {
    listing: (code: "1" | "2") => ({ market: { makerFee: fees[code], takerFee: 0.001 } }),
  };
  const parts = { exchangeQueries, market, clock: manualClock(0) } as unknown as ConstructorParameters<
    typeof QueryDesk
  >[0];
  const desk = new QueryDesk(parts, silentLog());
  for (const code of ["1", "2"]) {
    const question = { apikey: "1", exchange_query: "trading_fees", code } as const;
    await desk.begin({ id: 1 } as ExchangeQuery, { ownerUid: 1, uid: 1 } as Caller, question);
  }
  expect(outcomes).toMatchObject([
    { error: expect.stringMatching(/^The answer has 40000\d\d bytes\. At most 4000000 are stored/) },
    { error: null, result: { code: "2", maker: 0.001 } },
  ]);
  expect(outcomes[0]?.result).toBeUndefined();
});

test("an account whose exchange does not answer holds up no question of another", async () => {
  const begun: number[] = [];
  const exchangeQueries = {
    findQuery: async (id: number) => ({ id }) as ExchangeQuery,
    beginQuery: (id: number) => {
      begun.push(id);
      // Those of the first account hang.
      return id < 100 ? new Promise<boolean>(() => undefined) : Promise.resolve(false);
    },
  };
  const parts = { exchangeQueries, clock: manualClock(0) } as unknown as ConstructorParameters<typeof QueryDesk>[0];
  const desk = new QueryDesk(parts, silentLog());
  const ask = (id: number, ownerUid: number, uid = ownerUid) =>
    desk.begin({ id } as ExchangeQuery, { ownerUid, uid } as Caller, QUESTION);
  for (let id = 1; id <= 40; id++) void ask(id, 1, id);
  expect(await ask(100, 2)).toEqual({ id: 100 });
  expect(begun).toEqual([1, 2, 3, 4, 100]);
});
