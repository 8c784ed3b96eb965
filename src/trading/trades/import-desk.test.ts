/** A key that cannot be imported holds up no other, whatever is wrong with it. */
import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { ImportDesk, type ImportDeskDeps } from "./import-desk.ts";
import type { DueKey, ImportEnd } from "./import-work.ts";

const KEY: DueKey = { keyId: 7, ownerUid: 1, uid: 1, exchange: "binance", sinceMs: null, codes: [] };

/** The notes of one run about the key, where its credentials do not open, or where its account cannot be made. */
async function endOf(fails: "credentials" | "account"): Promise<ImportEnd[]> {
  const ends: ImportEnd[] = [];
  let released = 0;
  const refuse = (): never => {
    throw new Error("a text of the inside");
  };
  const deps: ImportDeskDeps = {
    work: {
      listDue: async () => [KEY],
      begin: async () => 3,
      listMarkets: async () => [],
      save: async () => 0,
      end: async (_key, _fence, end) => {
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
    exchanges: [{ code: "binance", account: refuse }],
    exchangeKeys: {
      findCredentials: async () => (fails === "credentials" ? refuse() : { token: "t", secret: "s" }),
    },
    market: { listings: () => [] },
    clock: manualClock(),
    log: keptLog(),
  };
  await new ImportDesk(deps).run(new AbortController().signal);
  expect(released).toBe(1);
  return ends;
}

test("credentials that do not open end the run as failed, so that the key waits for its interval", async () => {
  expect(await endOf("credentials")).toMatchObject([
    { id: 3, state: "failed", errors: ["The key's credentials cannot be read"] },
  ]);
});

test("an error of the inside ends it too, and its text is not shown", async () => {
  expect(await endOf("account")).toMatchObject([{ id: 3, state: "failed", errors: ["It could not be finished here"] }]);
});
