/** What endpoints and jobs may ask of the ledger. */
import type { LedgerBook } from "./store.ts";

export interface LedgerDeps {
  readonly ledger: LedgerBook;
}
