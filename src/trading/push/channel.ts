/** A followable part of the market, and how its news are written. */
import type { Trade } from "../exchanges/index.ts";
import type { Listing } from "../market/index.ts";
import type { Source } from "./core/outbox.ts";

/** Events after which a channel may have news. */
export type Waker = "top" | "depth" | "trade" | "second" | "feed";

export interface Channel extends Source {
  /** Every channel is looked at every second as well. `second`: only then. `feed`: by what it watches itself. */
  readonly wakenBy: Waker;
  /** Least time between two looks at what is new, in milliseconds. Default: none. */
  readonly paceMs?: number;
  /** The listings that wake it. */
  readonly listings: readonly Listing[];
  /** Begins to call `wake` after each change; answers what ends that. */
  watch?(wake: () => void): () => void;
  /** Told of each trade, for channels that are woken by them. */
  note?(trade: Trade): void;
  /** Told that trades may be missing from a moment on. */
  broke?(sinceMs: number): void;
  /** Looks whether there is something new, and keeps it. `version` has grown when it answers true. */
  refresh(): boolean;
  /** The news since a version, -1 for all, as JSON. Undefined when nothing may be sent: see `remark`. */
  data(since: number): string | undefined;
  /** Further members of a message, each after a comma: why data are missing, or how many. */
  remark(since: number): string;
}
