/** The dependencies of the endpoints and jobs of the ledger. */
import type { LedgerBook } from "./store.ts";

export interface LedgerDeps {
  readonly ledger: LedgerBook;
}
