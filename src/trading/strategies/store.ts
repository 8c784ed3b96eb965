/** What the strategies area needs from storage: watchlists, and what users edit before anything runs. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { AlgorithmOutline, ProfileValues } from "../algorithms/index.ts";
import type { StrategyState } from "./core/strategy-states.ts";

/** Everything that one user can watch: a list without pages stays readable, and one answer small. */
export const MAX_WATCHED = 500;
/** Of one account, whatever its plan allows: an order of display can name them all. */
export const MAX_STRATEGIES = 1000;
/** Values of profiles or templates that one list holds, bytes of JSON. */
export const LISTED_BYTES = 2.5 * 1024 * 1024;
/** Rows of strategies that one overview holds. */
export const LISTED_ROWS = 5_000;
/** Of one account. */
export const MAX_TABS = 100;
export const MAX_BOOKS = 100;

export interface WatchlistItem {
  readonly id: number;
  /** A service code. */
  readonly code: string;
  readonly createdAt: Instant;
}

export interface WatchlistStore {
  /** Puts a market on the user's list; answers the item that is there where it is on it already, undefined when it is full. */
  addItem(uid: number, code: string, at: Instant): Promise<WatchlistItem | undefined>;
  /** Newest first. */
  listItems(uid: number): Promise<WatchlistItem[]>;
  /** Whether there was such an item of this user. */
  removeItem(uid: number, id: number): Promise<boolean>;
}

/** Who looks, and at what. */
export interface StrategyView {
  readonly ownerUid: number;
  /** Whose order of display counts. */
  readonly uid: number;
  /** Sees those of all users of the account, not only its own. */
  readonly seesAccount: boolean;
}

/** Who acts, and when. */
export interface Doing {
  readonly view: StrategyView;
  /** A main account changes what any user of the account made, a sub-account what it made itself. */
  readonly changesAccount: boolean;
  readonly at: Instant;
}

/** Parameters of strategy/edit-profile as they came. */
export type Settings = ProfileValues;

/** What can run, with what came of it. */
export interface StoredStrategy {
  readonly id: number;
  readonly profileId: number;
  /** Its own, or the profile's. */
  readonly name: string;
  readonly state: StrategyState;
  readonly runId: number | null;
  readonly serverId: number | null;
  readonly startedAt: Instant | null;
  readonly stopsAt: Instant | null;
  readonly successful: number;
  readonly canceled: number;
  readonly failed: number;
  readonly slicesDone: number;
  readonly slicesTotal: number | null;
  readonly openOrders: number;
  /** Stopped by force, and its orders have changed since: these figures of its run are those of the stop. */
  readonly isBehind: boolean;
  /** What one leg of its run lacks of another and is not traded any more: base units by row, or by row and slice. */
  readonly unhedged: Readonly<Record<string, string>>;
  /** The latest transition of its run. */
  readonly lastEvent: { readonly ms: number; readonly type: string; readonly message: string } | null;
  /** Decimals. */
  readonly qtyDone: string;
  readonly realizedPnl: string;
  readonly fees: string;
  readonly pnlCurrency: string;
  /** Of its profile. */
  readonly tabId: number | null;
  readonly algorithmId: number | null;
  /** Of the values of its profile only `parent`, `executable_codes`, and the first of `executable_parents`. */
  readonly settings: Settings;
}

export interface StoredProfile {
  readonly id: number;
  readonly uid: number;
  readonly tabId: number | null;
  readonly name: string;
  readonly description: string;
  /** What of it the values were last checked by. */
  readonly algorithm: AlgorithmOutline | null;
  /** All but id, name, description and algorithm_id. */
  readonly settings: Settings;
  readonly templateId: number | null;
  readonly revision: number;
  /** In the viewer's order of display, from 0. */
  readonly position: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** At least one, in the viewer's order of display. */
  readonly strategies: readonly [StoredStrategy, ...StoredStrategy[]];
  /**
   * A list would have been too large with its values: `description` is empty, `algorithm` has neither conditions nor rows,
   * and `settings` only those that are not of a condition or row, and the market of row 0.
   */
  readonly isCut: boolean;
}

export interface NewProfile {
  readonly name: string;
  readonly description: string;
  readonly tabId: number | null;
  readonly templateId: number | null;
}

/** Values that a profile begins with. */
export interface KeptValues {
  readonly algorithm: AlgorithmOutline | null;
  readonly settings: Settings;
}

/** The version of an algorithm that values were checked by, as it was then. */
export interface CheckedAlgorithm {
  readonly outline: AlgorithmOutline;
  readonly updatedAt: Instant;
}

export interface CheckedValues {
  readonly algorithm: CheckedAlgorithm | null;
  readonly settings: Settings;
  /** Whether nothing is missing or wrong. */
  readonly isComplete: boolean;
}

export interface ProfileChange extends CheckedValues {
  /** Of the profile that the change was worked out from. */
  readonly revision: number;
  readonly name: string;
  readonly description: string;
  /** Names of parameters that change, for the trail. */
  readonly changed: readonly string[];
}

export interface StoredTab {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly profiles: number;
}

export interface StoredTemplate {
  readonly id: number;
  readonly label: string;
  readonly copyStrategyId: number;
  readonly algorithmId: number | null;
  readonly settings: Settings;
  /** A list would have been too large with its `settings`: they are empty. */
  readonly isCut: boolean;
  readonly createdAt: Instant;
}

export interface BookTerms {
  readonly name: string;
  readonly codes: readonly string[];
  readonly profiles: readonly number[];
  readonly baseCurrency: string;
}

export interface StoredBook extends BookTerms {
  readonly id: number;
  readonly createdAt: Instant;
}

/** What changes something throws the errors of `errors.ts`, and writes its line into the trail. */
export interface StrategyStore {
  addTab(by: Doing, name: string): Promise<StoredTab>;
  editTab(by: Doing, id: number, name: string): Promise<StoredTab>;
  /** Its profiles stay, in no tab. Answers how many. */
  removeTab(by: Doing, id: number): Promise<number>;
  /** Shows a profile in a tab, or in none: also while it runs. */
  setTab(by: Doing, profileId: number, tabId: number | null): Promise<StoredProfile>;
  /** Tabs of the view in the order of their display: the viewer's own first. */
  listTabs(view: StrategyView): Promise<readonly StoredTab[]>;

  /**
   * @param maximum strategies that the account may have
   * @param values checked ones; without them the profile is a draft with the values of its template
   * @throws `algorithmChanged` if the algorithm is not the one that they were checked by
   */
  addProfile(by: Doing, profile: NewProfile, maximum: number, values?: CheckedValues): Promise<StoredProfile>;
  /** Those of the view in the order of their display. What does not fit into `LISTED_BYTES` is cut. */
  listProfiles(view: StrategyView): Promise<readonly StoredProfile[]>;
  /** By its own id, or by that of a strategy in it. */
  findProfile(view: StrategyView, id: number): Promise<StoredProfile | undefined>;
  /** The same, where the user may change it. */
  readChangeable(by: Doing, id: number): Promise<StoredProfile>;
  /** @throws `changedMeanwhile` for another revision, `active` while a strategy of it runs */
  editProfile(by: Doing, id: number, change: ProfileChange): Promise<StoredProfile>;
  /** Answers what went with it. */
  removeProfile(by: Doing, id: number): Promise<{ readonly strategies: number; readonly transactions: number }>;
  /** A copy without history in a profile of its own, or beside the strategy in its profile. */
  duplicate(
    by: Doing,
    copy: { readonly id: number; readonly name: string | undefined; readonly profileId: number | undefined },
    maximum: number,
  ): Promise<StoredProfile>;

  /** A page of strategies, newest first, and how many there are on all pages. */
  pageStrategies(
    view: StrategyView,
    page: Page,
  ): Promise<{ readonly strategies: readonly StoredStrategy[]; readonly total: number }>;
  /** Those that run, begin to, or end. */
  listActive(view: StrategyView): Promise<readonly StoredStrategy[]>;
  /** How many strategies each of these users has; those without any are left out. */
  countStrategies(uids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Ids of all strategies of the view, first to last. */
  readOrder(view: StrategyView): Promise<readonly number[]>;
  /** Those that are not named follow in the order that they had. Answers the whole order. */
  setOrder(by: Doing, ids: readonly number[]): Promise<readonly number[]>;

  /** @param label empty for the name of the strategy */
  addTemplate(by: Doing, strategyId: number, label: string, maximum: number): Promise<StoredTemplate>;
  /** Profiles that were made from it keep their values. */
  removeTemplate(by: Doing, id: number): Promise<void>;
  /** The values of a template; without an algorithm that was removed. */
  readTemplate(by: Doing, id: number): Promise<KeptValues>;
  /** Newest first. What does not fit into `LISTED_BYTES` is cut. */
  listTemplates(view: StrategyView): Promise<readonly StoredTemplate[]>;
  findTemplate(view: StrategyView, id: number): Promise<StoredTemplate | undefined>;

  /** Oldest first. */
  listBooks(view: StrategyView): Promise<readonly StoredBook[]>;
  addBook(by: Doing, book: BookTerms): Promise<StoredBook>;
  editBook(by: Doing, id: number, change: Partial<BookTerms>): Promise<StoredBook>;
  removeBook(by: Doing, id: number): Promise<StoredBook>;
}
