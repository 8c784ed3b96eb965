/** Rows of exports that can be told apart: as many as are asked for, each with its number. */
import { FREE_PLAN } from "../../src/trading/billing/index.ts";
import type { ExportRows, ExportUser } from "../../src/trading/exports/rows.ts";

/** Any main account. */
export const exportUser = async (uid: number): Promise<ExportUser> => ({
  uid,
  ownerUid: uid,
  rights: undefined,
  plan: FREE_PLAN,
});

const FILLER = "x".repeat(100);

/** Before the row of that number, `pause` is waited for. */
export function numberedRows(pauseBefore?: number, pause: () => Promise<void> = async () => undefined): ExportRows {
  return {
    columns: () => ["number", "filler"],
    async *rows(_system, { limit }) {
      for (let number = 0; number < limit; number++) {
        if (number === pauseBefore) await pause();
        yield [number, FILLER];
      }
    },
  };
}
