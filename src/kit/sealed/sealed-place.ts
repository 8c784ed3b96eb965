/** Where sealed texts are stored: one place for each column that holds some. `src/cli/sealed-places.ts` lists them all. */

/** All but `record` are parts of statements, written by us. */
export interface SealedPlace {
  /** With its schema, such as `trading.api_keys`. */
  readonly table: string;
  readonly column: string;
  /** The key of a row as text, over the alias `t`. */
  readonly id: string;
  /** Whether `t` is the row of the key `n.id`, so that an index finds it. */
  readonly isRow: string;
  /** Which rows hold a sealed text, over the alias `t`. */
  readonly holds: string;
  /** Under which name the text of a row is sealed. */
  record(id: string): string;
}
