/** The ports of the algorithms area: storage and other areas. */
import type { Page } from "../page.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Definition } from "./core/definition.ts";

/** Of one account, whatever their status. */
export const MAX_ALGORITHMS = 100;
/** Of one algorithm. */
export const MAX_ALGORITHM_VERSIONS = 100;

export type AlgorithmStatus = "draft" | "published" | "retired";

/** One version of an algorithm: the latest for its owner, the published one for everybody else. */
export interface StoredAlgorithm {
  readonly id: number;
  /** Null for the library. */
  readonly ownerUid: number | null;
  /** Of this version. */
  readonly status: AlgorithmStatus;
  readonly version: number;
  /** Null where others cannot choose it. */
  readonly publishedVersion: number | null;
  readonly definition: Definition;
  readonly createdAt: Instant;
  /** Of this version. */
  readonly updatedAt: Instant;
}

export type AlgorithmChoice = Pick<StoredAlgorithm, "id"> & Pick<Definition, "groupName" | "name">;

/** The viewer, and what it asks for. */
export interface Viewer {
  readonly ownerUid: number;
  readonly uid: number;
  /** Sees drafts of all users of the account, not only its own. */
  readonly seesAccount: boolean;
  /** Ids of algorithms that the plan excludes. */
  readonly excluded: readonly string[];
}

/** Who acts, and when. A main account changes what any user of the account made, a sub-account what it made itself. */
export interface Doing {
  readonly viewer: Viewer;
  readonly at: Instant;
}

/** The changed thing, by its own id or by that of a part of its latest version. */
export type Target = { readonly algorithm: number } | { readonly condition: number } | { readonly execution: number };

export interface Change {
  /** For the trail: `algorithm.update` and so on. */
  readonly action: string;
  /** Makes an id, with which `edit` is called. */
  readonly addsPart?: boolean;
  /** A part that the edit takes away. */
  readonly removesPart?: number;
  /** May throw to refuse. Its result is the next version where the latest was published or a profile may start with it. */
  readonly edit?: (latest: Definition, partId: number) => Definition;
  /** The status afterwards. `published` needs a definition without errors. */
  readonly status?: AlgorithmStatus | undefined;
}

/** The activity of strategies of one algorithm. */
export interface AlgorithmUse {
  readonly profiles: number;
  readonly running: number;
  readonly transactions: { readonly [Outcome in "successful" | "canceled" | "failed" | "partial"]: number };
  /** Decimals with 8 places: US dollars, and quote units for the slippage. */
  readonly volume: string;
  readonly averageMs: number | null;
  readonly averageSlippage: string | null;
  readonly cpaEarned: string;
  readonly monthlyFeeEarned: string;
  readonly byDay: readonly {
    readonly date: string;
    readonly successful: number;
    readonly canceled: number;
    readonly failed: number;
    readonly volume: string;
    readonly earned: string;
  }[];
}

export interface AlgorithmStore {
  /** The algorithms that a viewer sees: its own, then the library, then those of other publishers, oldest first. */
  list(viewer: Viewer, page: Page): Promise<readonly StoredAlgorithm[]>;
  /** The same without definitions and without retired ones: those that a profile can use. */
  listChoices(viewer: Viewer, page: Page): Promise<readonly AlgorithmChoice[]>;
  /** Only its own. */
  listOwn(viewer: Viewer): Promise<readonly StoredAlgorithm[]>;
  find(viewer: Viewer, id: number): Promise<StoredAlgorithm | undefined>;
  /** One version, whether or not a viewer sees it: for a profile that has it already. */
  findVersion(id: number, version: number): Promise<StoredAlgorithm | undefined>;
  /** A draft without parts. */
  add(by: Doing, definition: Definition, status: AlgorithmStatus | undefined): Promise<StoredAlgorithm>;
  /** The whole change, or nothing. */
  change(by: Doing, target: Target, change: Change): Promise<StoredAlgorithm>;
  /** @throws `inUse` while profiles use it */
  remove(by: Doing, id: number): Promise<void>;
  /** The activity of its strategies in all accounts. @param days how many of the last days are listed one by one */
  readUse(id: number, days: number): Promise<AlgorithmUse>;
  /** How many profiles use an algorithm. */
  countUsers(id: number): Promise<number>;
}

/** The profiles that use an algorithm, also within the transaction that changes or removes it. */
export interface AlgorithmUsers {
  /** How many there are in all accounts. */
  count(db: Queryable, algorithmId: number): Promise<number>;
  /** Ids of those that a viewer sees. */
  list(db: Queryable, viewer: Omit<Viewer, "excluded">, algorithmId: number): Promise<readonly string[]>;
  /** Whether one of them may start, or runs, with a version: its values were checked by it. */
  needVersion(db: Queryable, algorithmId: number, version: number): Promise<boolean>;
}
