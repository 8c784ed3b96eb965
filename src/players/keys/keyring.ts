/**
 * The keys as one process remembers them: what authentication asks with each request.
 *
 * The truth is in the database, and every process reads it again twice a second. So every process sees a key that
 * `tripod players key ...` revoked, disabled, expired or limited within a second, also during a running answer. A key
 * that is new counts at once: what is not in memory is looked for in the database, within the bounds of
 * `key-lookups.ts`. While the database cannot be read, the keys stay as they were for five minutes; then all callers
 * are refused until it can.
 */
import { hashSecret, matchesHash } from "../../kit/auth/hash-secret.ts";
import { LastUses } from "../../kit/auth/last-uses.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { formatInstant, type Instant } from "../../kit/time/instant.ts";
import { isKeyShaped } from "./core/api-key.ts";
import { DEMO_KEY, DEMO_KEY_ID } from "./core/demo-key.ts";
import { readKeyHeader } from "./core/key-header.ts";
import { hasKeyInQuery } from "./core/query-key.ts";
import { standingOf } from "./core/standing.ts";
import { CHALLENGE, keyErrors } from "./errors.ts";
import { opens, type ApiKey, type KeyOwner, type Scope } from "./key.ts";
import { KeyLookups } from "./key-lookups.ts";
import type { KeyLimits, KeyStore } from "./store.ts";

/** Twice a second, so that a change counts within a second although reading takes a while. */
const REFRESH_MS = 500;
const WRITE_USES_MS = 5_000;
/** In microseconds: keys that were read longer ago than this are not believed. */
const MAX_AGE = 300_000_000;
const UNAVAILABLE = { headers: { "Retry-After": "5" } } as const;

export interface KeyringOptions {
  readonly keys: Pick<KeyStore, "list" | "findByHash" | "touch">;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  /** The service's own limits, for keys that have none. */
  readonly limits: KeyLimits;
}

interface Known {
  readonly key: ApiKey;
  readonly owner: KeyOwner;
}

export class Keyring {
  readonly #options: KeyringOptions;
  readonly #lookups: KeyLookups;
  readonly #uses: LastUses<string>;
  readonly #stopping = new AbortController();
  /** By the hash in hexadecimal. The time of a lookup depends on the hash, and on nothing of a key. */
  #known = new Map<string, Known>();
  #byId = new Map<string, Known>();
  /** Keys that were looked for one by one since the latest read of all began: that one may not have seen them. */
  #sought: ApiKey[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  readonly #failing = new Set<string>();
  readonly #guests = new Map<string, KeyOwner>();

  constructor(options: KeyringOptions) {
    this.#options = options;
    this.#lookups = new KeyLookups(options.keys);
    this.#uses = new LastUses(options.keys);
  }

  /** Reads the keys, and again twice a second until `stop`. Rejects when they cannot be read now. */
  async start(): Promise<void> {
    await this.refresh();
    const { clock } = this.#options;
    clock.every(REFRESH_MS, () => this.#attempt("read", () => this.refresh()), this.#stopping.signal);
    clock.every(
      WRITE_USES_MS,
      () => this.#attempt("written", () => this.#uses.write(this.#options.clock.now())),
      this.#stopping.signal,
    );
  }

  /** Stops reading, and writes down the last uses. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reading?.catch(() => undefined);
    await this.#attempt("written", () => this.#uses.write(this.#options.clock.now()));
  }

  /** Reads the keys as they are now, with every change that was made before the call. */
  async refresh(): Promise<void> {
    // A look that is in progress may have begun before the change that the caller wants to see.
    await this.#reading?.catch(() => undefined);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** Lets a word in as a key of the scope `admin`, in this process and until it ends: for invented data. */
  admitGuest(word: string): void {
    const { requests, windowSeconds } = this.#options.limits;
    this.#guests.set(word, {
      id: DEMO_KEY_ID,
      name: "guest",
      scope: "admin",
      requests: requests * 10,
      windowSeconds,
      expiresAt: null,
    });
  }

  /** Whether the key of the demo counts in this process. */
  offersDemo(): boolean {
    return this.#guests.has(DEMO_KEY);
  }

  /**
   * Whose key an `Authorization` header holds. Answers at once for a key that is in memory, and asks the database for
   * nothing then.
   *
   * @throws keys.missing, keys.malformed, keys.unknown, keys.expired (401), keys.disabled (403), keys.unavailable (503)
   */
  ownerOf(authorization: string | readonly string[] | undefined, now: Instant): KeyOwner | Promise<KeyOwner> {
    const header = readKeyHeader(authorization);
    if (header.kind === "missing") throw keyErrors.missing({}, CHALLENGE);
    if (header.kind === "malformed") throw keyErrors.malformed({}, CHALLENGE);
    const guest = this.#guests.get(header.key);
    if (guest) return guest;
    if (header.key === DEMO_KEY) throw keyErrors.demo({}, CHALLENGE);
    if (now - this.#readAt > MAX_AGE) throw keyErrors.unavailable({}, UNAVAILABLE);
    const hash = hashSecret(header.key);
    const known = this.#known.get(hash.toString("hex"));
    return known ? this.#admit(known, header.key, now) : this.#seek(header.key, hash, now);
  }

  /**
   * The owner of a key by the key's id, for tickets and sessions. A key that is not in memory may be a new one of
   * another process: the keys are read again then.
   *
   * @throws keys.unknown, keys.expired (401), keys.disabled (403), keys.unavailable (503)
   */
  async ownerOfId(id: string, now: Instant): Promise<KeyOwner> {
    for (const guest of this.#guests.values()) if (guest.id === id) return guest;
    if (!this.#byId.has(id)) await this.refresh();
    if (now - this.#readAt > MAX_AGE) throw keyErrors.unavailable({}, UNAVAILABLE);
    const known = this.#byId.get(id);
    if (!known) throw keyErrors.unknown({}, CHALLENGE);
    return this.#inForce(known, now);
  }

  /** Whether the key that let this owner in still opens `needed`: for answers that go on for long. */
  isInForce({ id }: Pick<KeyOwner, "id">, needed: Scope, now: Instant): boolean {
    for (const guest of this.#guests.values()) if (guest.id === id) return true;
    const key = this.#byId.get(id)?.key;
    if (!key || now - this.#readAt > MAX_AGE) return false;
    return standingOf(key, now) === "inForce" && opens(key.scope, needed);
  }

  #seek(key: string, hash: Buffer, now: Instant): Promise<KeyOwner> {
    const asking = isKeyShaped(key) ? this.#lookups.find(hash, now) : undefined;
    if (!asking) throw keyErrors.unknown({}, CHALLENGE);
    return asking.then(
      (found) => {
        if (!found) throw keyErrors.unknown({}, CHALLENGE);
        this.#sought.push(found);
        return this.#admit(this.#remember(found), key, now);
      },
      (cause: unknown) => {
        throw keyErrors.unavailable({}, { ...UNAVAILABLE, cause });
      },
    );
  }

  #admit({ key, owner }: Known, given: string, now: Instant): KeyOwner {
    if (!matchesHash(given, key.hash)) throw keyErrors.unknown({}, CHALLENGE);
    return this.#inForce({ key, owner }, now);
  }

  #inForce({ key, owner }: Known, now: Instant): KeyOwner {
    const standing = standingOf(key, now);
    if (standing === "expired") throw keyErrors.expired({ at: formatInstant(key.expiresAt ?? now) }, CHALLENGE);
    if (standing === "disabled") throw keyErrors.disabled();
    this.#uses.note(key, now);
    return owner;
  }

  async #read(): Promise<void> {
    const readAt = this.#options.clock.now();
    this.#sought = [];
    const keys = await this.#options.keys.list();
    this.#known = new Map();
    this.#byId = new Map();
    for (const key of [...this.#sought, ...keys]) this.#remember(key);
    this.#readAt = readAt;
  }

  #remember(key: ApiKey): Known {
    const { id, name, scope, expiresAt } = key;
    const { requests, windowSeconds } = this.#options.limits;
    const limits =
      key.requests === null || key.windowSeconds === null
        ? { requests, windowSeconds }
        : { requests: key.requests, windowSeconds: key.windowSeconds };
    const known = { key, owner: { id, name, scope, ...limits, expiresAt } };
    this.#known.set(key.hash.toString("hex"), known);
    this.#byId.set(id, known);
    return known;
  }

  /** Failures are logged when they begin and when they end, not each second. */
  async #attempt(what: "read" | "written", work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (this.#failing.delete(what)) this.#options.log.info({}, `keys can be ${what} again`);
    } catch (error) {
      if (!this.#failing.has(what))
        this.#options.log.warn({ err: error }, `keys cannot be ${what}; the program keeps trying`);
      this.#failing.add(what);
    }
  }
}

/** @throws keys.insufficientScope (403) when the key does not open what the scope is needed for. */
export function requireScope({ scope }: KeyOwner, needed: Scope): void {
  if (!opens(scope, needed)) throw keyErrors.insufficientScope({ scope, needed });
}

/**
 * A guest's word is public: it may look at everything that is invented, and must not make keys, name addresses or erase.
 *
 * @throws keys.guest (403)
 */
export function refuseChangesOfGuests({ id }: KeyOwner, needed: Scope, method: string): void {
  if (id === DEMO_KEY_ID && needed === "admin" && !["GET", "HEAD"].includes(method)) throw keyErrors.guest();
}

/** @throws keys.inQuery (401) when a request's address, as sent, holds a key; see `hasKeyInQuery`. */
export function refuseKeyInQuery(url: string): void {
  if (hasKeyInQuery(url)) throw keyErrors.inQuery({}, CHALLENGE);
}
