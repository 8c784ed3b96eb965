import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { silentLog } from "../../kit/log/log.ts";
import type { Caller } from "../caller.ts";
import { QueryDesk } from "./query-desk.ts";
import type { ExchangeQuery } from "./store.ts";

const QUESTION = { apikey: "1", exchange_query: "balance" } as const;

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
