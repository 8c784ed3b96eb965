/** The common dependencies of the parts that run strategies. */
import type { Log } from "../../../kit/log/log.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { AlgorithmStore, NewsTone, UnknownReason } from "../../algorithms/index.ts";
import type { Caller } from "../../caller.ts";
import type { Exchange, ExchangeKeyStore } from "../../exchanges/index.ts";
import type { CandleSource } from "../../indicators/index.ts";
import type { MarketView } from "../../market/index.ts";
import type { HaltView } from "../halt-view.ts";
import type { OrderJudge } from "../judge-orders.ts";
import type { KeptOrder } from "../store.ts";
import type { WorkKey } from "../work-keys.ts";
import type { RunJournal } from "../store-runs.ts";

/** The rights of a strategy's owner at this moment. */
export type RunUser = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan"> & {
  /** Tells whether the rest still holds (`loadTrader`); undefined where it is asked for each time. */
  readonly stamp?: string;
};

/** The news as conditions read them: at once, and as they were known at that moment. */
export interface NewsView {
  /** How strongly the news of a currency have a tone: from 0 to 1. */
  tone(currency: string, tone: NewsTone, nowMs: number): number | UnknownReason;
  /** How far the pair (`btcusdt`) moved after news of a currency, percent. */
  impact(currency: string, pair: string, nowMs: number): number | UnknownReason;
}

/** A key that a run trades with. */
export type UsedKey = Pick<WorkKey, "keyId" | "ownerUid" | "exchange">;

/** The senders of this process: what is stored for one of them leaves without another commit. */
export interface OwnSenders {
  /** The fence of the sender of a key; undefined where it is not here, or not ready. */
  fenceOf(keyId: number): number | undefined;
  /** Sends orders that were claimed under such fences. Orders that were not are passed over. */
  send(orders: readonly KeptOrder[]): void;
  /** Orders may be stored as claimed by the senders of these keys, which do not know them: new senders look for them. */
  abandon(keyIds: readonly number[]): void;
  /** Says which keys runs of this process use: their senders are opened where no other process has them, and stay. */
  keep(keys: readonly UsedKey[]): void;
}

export interface RunDeskDeps {
  readonly db: Queryable;
  readonly runs: RunJournal;
  readonly market: MarketView;
  readonly exchanges: readonly Exchange[];
  readonly exchangeKeys: Pick<ExchangeKeyStore, "findKey" | "findCredentials">;
  readonly algorithms: Pick<AlgorithmStore, "findVersion">;
  readonly candles: CandleSource;
  readonly newsView: NewsView;
  /** As the senders of this process know them. */
  readonly halts: Pick<HaltView, "isKnown" | "haltsOf">;
  readonly judge: Pick<OrderJudge, "firstRefused">;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this run of this process. */
  readonly owner: string;
  /** Undefined for a user that is gone or closed. Read from `q`, where that is given: the transaction of a slice. */
  readonly userOf: (uid: number, q?: Queryable) => Promise<RunUser | undefined>;
  readonly senders: OwnSenders;
  /** Tells the senders that something was left for them: those of these keys, or all. */
  readonly asked: (keyIds?: readonly number[]) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Regions whose servers this process is; undefined for all. */
  readonly regions?: readonly string[] | undefined;
  /** How long another process waits for one that died. */
  readonly leaseMs?: number;
}

/** Metrics of all runs of a process. */
export interface RunFiguresOfProcess {
  evaluations: number;
  slices: number;
  handOvers: number;
}
