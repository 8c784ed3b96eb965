/** How often what is done; tests are in more of a hurry. */
export interface SourceTiming {
  /** How long a lease lasts without being renewed. It is renewed at a third of that. */
  readonly leaseMs: number;
  /** From one try to take a lease that another process has to the next. */
  readonly retryMs: number;
  /** From one query to the next. */
  readonly queryMs: number;
  /** From one reading of a game log or chat to the next. */
  readonly logMs: number;
  /** From one reading of the plugins' databases to the next. */
  readonly pluginsMs: number;
  /** How often the state of a source is written while it stays the same. */
  readonly reportMs: number;
  /** From one search for servers that are no longer configured to the next. */
  readonly formerMs: number;
  /** After how long without an answer a server counts as empty. */
  readonly staleAfterMs: number;
}

export const SOURCE_TIMING: SourceTiming = {
  leaseMs: 15_000,
  retryMs: 3_000,
  queryMs: 60_000,
  logMs: 5_000,
  pluginsMs: 600_000,
  reportMs: 60_000,
  formerMs: 300_000,
  staleAfterMs: 120_000,
};
