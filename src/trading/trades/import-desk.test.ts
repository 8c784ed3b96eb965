/** A key that cannot be imported holds up no other, whatever is wrong with it. */
import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { ImportDesk, type ImportDeskDeps } from "./import-desk.ts";
import type { DueKey, ImportEnd } from "./import-work.ts";

const KEY: DueKey = { keyId: 7, ownerUid: 1, uid: 1, exchange: "binance", sinceMs: null, codes: [] };

/** What one run notes of the key, where these parts of the desk fail. */
async function endOf(fails: { readonly credentials?: boolean; readonly markets?: boolean }): Promise<ImportEnd[]> {
  const ends: ImportEnd[] = [];
  const refuse = () => Promise.reject(new Error("a text of the inside"));
  let released = 0;
  const deps = {
    work: {
      listDue: async () => [KEY],
      begin: async () => 3,
      listMarkets: fails.markets === true ? refuse : async () => [],
      save: async () => 0,
      end: async (_key: DueKey, _fence: number, end: ImportEnd) => {
        ends.push(end);
      },
    },
    hold: async () => ({
      fence: 1,
      signal: new AbortController().signal,
      release: async () => {
        released++;
      },
    }),
    exchanges: [{ code: "binance", account: () => ({ balances: async () => [], close: async () => undefined }) }],
    exchangeKeys: { findCredentials: fails.credentials === true ? refuse : async () => ({ token: "t", secret: "s" }) },
    market: { listings: () => [] },
    clock: manualClock(),
    log: keptLog(),
  } as unknown as ImportDeskDeps;
  await new ImportDesk(deps).run(new AbortController().signal);
  expect(released).toBe(1);
  return ends;
}

test("a run that comes to an end is noted", async () => {
  expect(await endOf({})).toMatchObject([{ id: 3, state: "completed", errors: [] }]);
});

test("credentials that do not open end the run as failed, so that the key waits for its interval", async () => {
  expect(await endOf({ credentials: true })).toMatchObject([
    { id: 3, state: "failed", errors: ["The key's credentials cannot be read"] },
  ]);
});

test("an error of the inside ends it too, and its text is not shown", async () => {
  expect(await endOf({ markets: true })).toMatchObject([
    { id: 3, state: "failed", errors: ["It could not be finished here"] },
  ]);
});
