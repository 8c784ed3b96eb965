/** The needs of the sources from storage, besides the writes of other areas. */
import type { AccountName } from "../query/index.ts";
import type { KnownErasures } from "./core/speakers.ts";

export interface SourcesStore {
  /**
   * The names that begin like one of these (`startOf`), of accounts whose players a server's saves hold. An account may
   * have several. Of accounts with the same name two are listed: that more than one could be meant is all that counts.
   */
  listAccountNames(server: string, starts: readonly string[]): Promise<AccountName[]>;
  /** Which of these accounts belong to people who were erased, and whether any person ever was. */
  findErasures(platformIds: readonly string[]): Promise<KnownErasures>;
}
