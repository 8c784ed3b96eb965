/** The needs of the sources from storage, besides the writes of other areas. */
import type { AccountName } from "../query/index.ts";
import type { KnownErasures } from "./core/speakers.ts";

export interface SourcesStore {
  /**
   * The names of the accounts whose players a server's saves hold, at most 100,000. An account may have several, and
   * several accounts the same.
   */
  listAccountNames(server: string): Promise<AccountName[]>;
  /** Which of these accounts belong to people who were erased, and whether any person ever was. */
  findErasures(platformIds: readonly string[]): Promise<KnownErasures>;
}
