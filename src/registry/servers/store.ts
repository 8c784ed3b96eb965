/** The storage port of the servers area. */
import type { Lease } from "../../kit/sql/lease.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { TokenActor } from "../tokens/index.ts";
import type { ServerStatus } from "./core/status.ts";
import type { StatusHold } from "./core/status-hold.ts";
import type { ServerChange, VersionRecord } from "./core/version-record.ts";

export interface ServerStore {
  /** Runs `work` with stores bound to one transaction: all of it happens, or nothing. It may run more than once. */
  inTransaction<Result>(work: (tx: ServerTransaction) => Promise<Result>): Promise<Result>;
  /** One server with all its versions, as one state of the database. */
  readServer(name: string): Promise<ServerChange | undefined>;
  /** Every server, whole, in batches, from one state of the database. */
  streamServers(): AsyncIterable<ServerChange[]>;
  /** Forgets allowances whose day has ended, `limit` at most. Answers how many. */
  deleteEndedAllowances(now: Instant, limit: number): Promise<number>;
  /** Of several servers, the named versions and the server's own row, as one state of the database. */
  readChanged(changed: ReadonlyMap<string, ReadonlySet<string>>): Promise<ServerChange[]>;
}

/** A server while its row is locked. */
export interface LockedServer {
  readonly name: string;
  readonly latestVersion: string;
  readonly versionCount: number;
  readonly revision: number;
  /** `local`, or the upstream that it follows. */
  readonly origin: string;
}

export interface VersionHead {
  readonly version: string;
  readonly status: ServerStatus;
  readonly statusMessage: string | null;
  readonly publishedAt: Instant;
}

export interface PublishFacts {
  /** The version is there already, deleted or not. */
  readonly duplicate: boolean;
  readonly latest: VersionHead | undefined;
  /** A remote URL of the version that another server's visible version has. */
  readonly takenRemote: { readonly url: string; readonly serverName: string } | undefined;
}

/** The operations of one transaction. Everything after `lock` sees what no other writer of that server can change. */
export interface ServerTransaction {
  /**
   * Makes the transaction's writes those of the lease's holder.
   *
   * @throws LeaseLost when the lease has run out or passed on.
   */
  assertLease(lease: Lease): Promise<void>;
  /** Locks a server until the transaction ends; undefined when there is none. */
  lock(name: string): Promise<LockedServer | undefined>;
  /** Both locks that a publication needs. Makes the server when there is none; `versionCount` is then 0. */
  lockToPublish(name: string, firstVersion: string, remoteUrls: readonly string[]): Promise<LockedServer>;
  /** Holds remote URLs until the transaction ends, so that two servers cannot take one at the same time. */
  lockRemotes(urls: readonly string[]): Promise<void>;
  publishFacts(name: string, version: string, remoteUrls: readonly string[]): Promise<PublishFacts>;
  listVersions(name: string): Promise<VersionHead[]>;
  /** Of all documents of a server together. */
  countDocumentBytes(name: string): Promise<number>;
  findVersion(name: string, version: string): Promise<VersionRecord | undefined>;
  findVersions(name: string, versions: readonly string[]): Promise<VersionRecord[]>;
  /** A visible version of another server that has one of the remote URLs of these versions. */
  takenRemote(name: string, urls: readonly string[]): Promise<PublishFacts["takenRemote"]>;
  remotesOf(name: string, versions: readonly string[]): Promise<string[]>;
  /** Uses up an allowance, unless what is left of it does not suffice. A transaction that is rolled back uses nothing. */
  spendAllowance(use: AllowanceUse): Promise<UsedAllowance>;
  /** Writes versions, the server's row, the audit trail, the change feed and due webhook deliveries. */
  write(write: ServerWrite): Promise<ServerChange>;
  /** Locks many servers, makes those that are not there, in the order of their names whatever the order asked for. */
  lockOrCreateAll(
    servers: readonly { readonly name: string; readonly firstVersion: string }[],
  ): Promise<LockedServer[]>;
  /** Those of the named versions that there are. */
  findAll(wanted: readonly { readonly name: string; readonly version: string }[]): Promise<VersionRecord[]>;
  /** Makes statuses last that were set here on versions of an upstream. */
  hold(holds: readonly StatusHold[]): Promise<void>;
  /** Lets the upstream decide the status of these versions again. */
  liftHolds(name: string, versions: readonly string[]): Promise<void>;
  /** The holds among the named versions. */
  findHolds(wanted: readonly { readonly name: string; readonly version: string }[]): Promise<StatusHold[]>;
  /** `write` for many servers at once, except that webhooks are not notified. */
  writeAll(writes: readonly ServerImport[]): Promise<ServerChange[]>;
}

/** A part of what a login, or all of them, may have stored in a day. */
export interface AllowanceUse {
  readonly key: string;
  readonly kibibytes: number;
  /** Of a day, in KiB. */
  readonly limit: number;
  readonly now: Instant;
  /** Of a day that begins now. */
  readonly endsAt: Instant;
}

export interface UsedAllowance {
  readonly isEnough: boolean;
  /** When it begins again. */
  readonly endsAt: Instant;
}

export interface ServerWrite {
  readonly server: LockedServer;
  readonly latestVersion: string;
  /** Grown by the versions that are new. */
  readonly versionCount: number;
  /** `local` once anything was published here. */
  readonly origin: string;
  readonly versions: readonly VersionRecord[];
  /** Remote URLs of the written versions whose document is new or changed. */
  readonly remotes: readonly { readonly version: string; readonly url: string }[];
  /** The documents replace earlier ones, whose remote URLs are to be forgotten. */
  readonly replacesDocuments: boolean;
  readonly audit: AuditEntry;
  readonly event: ServerEvent | undefined;
}

/** Data from elsewhere for one server. */
export interface ServerImport {
  readonly server: LockedServer;
  readonly latestVersion: string;
  /** Grown by the versions that are new. */
  readonly versionCount: number;
  readonly origin: string;
  /** New and altered versions; none when only the server's own row changes. */
  readonly versions: readonly VersionRecord[];
  /** Those of `versions` whose document replaces an earlier one. */
  readonly replaced: readonly string[];
  /** Remote URLs of the versions whose document is new or changed. */
  readonly remotes: readonly { readonly version: string; readonly url: string }[];
  readonly audit: AuditEntry;
}

export interface Author {
  /** How the actor was authenticated: `dns`, `github-at`, `cli`, ... */
  readonly method: string;
  readonly subject: string;
  readonly tokenId?: string | undefined;
  /** Of the holder of a token: what it may change. */
  readonly permissions?: TokenActor["permissions"] | undefined;
}

export interface AuditEntry {
  readonly at: Instant;
  readonly action: "publish" | "edit" | "status" | "status-all" | "delete" | "import";
  readonly version: string | null;
  readonly author: Author;
  readonly requestId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The events for webhooks. */
export interface ServerEvent {
  readonly event: "published" | "edited" | "status";
  readonly payload: Readonly<Record<string, unknown>>;
}
