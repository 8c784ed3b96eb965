/**
 * Keys as one process remembers them, with what a request is checked against.
 *
 * For each request that shows the secret of a key, the database is asked whether the remembered caller is still valid:
 * one short query reads the epochs of the users of all waiting requests. The key is read again only when an epoch is
 * another. So a key that was revoked, an account that was closed and a plan that was changed count in the next
 * request, in every process. While the database cannot be read, what it confirmed within the last two seconds is
 * believed.
 */
import { createSecretKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Sealer } from "../../kit/auth/seal.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { AccessEpochs } from "./access-epochs.ts";
import { isAllowed, readRange, type AddressRange } from "./address-ranges.ts";
import { secretRecord, type KeyInUse } from "./api-key.ts";
import { accessErrors, CHALLENGE, SOON } from "./errors.ts";
import { mayUseApi } from "./may-use-api.ts";
import type { KeyStore } from "./store.ts";

/** In microseconds. */
const MAX_AGE = 2_000_000;
/** An entry this old is read again, changed or not. */
const RELOAD_AGE = 60_000_000;
const MAX_KNOWN = 10_000;
/** Keys that are remembered as out of force, for as long as others are believed. */
const MAX_ABSENT = 10_000;
const ABSENT_MS = 2_000;
/** Questions to the database at the same time, so that guessing cannot keep it busy. */
const MAX_LOADING = 100;
const SHAPE = /^[A-Za-z0-9_-]{24,64}$/;

export interface KnownKeysOptions {
  readonly keys: Pick<KeyStore, "findInUse" | "epochsOf">;
  readonly sealer: Pick<Sealer, "open">;
  readonly clock: Pick<Clock, "now">;
}

/** One key with its user. */
export class KnownKey {
  readonly apiKey: KeyInUse["apiKey"];
  readonly sealedSecret: string;
  readonly secretHash: Buffer;
  /** For HMAC. */
  readonly secret: KeyObject;
  readonly readAt: Instant;
  readonly stamp: string;
  /** When the database last said that all of this holds. */
  confirmedAt: Instant;
  readonly uid: number;
  readonly ownerUid: number;
  readonly #user: KeyInUse["user"];
  readonly #ranges: readonly AddressRange[];
  /** Callers mostly call again from where they did. */
  #last: Caller | undefined;

  constructor({ apiKey, sealedSecret, secretHash, user, stamp }: KeyInUse, secret: KeyObject, readAt: Instant) {
    this.apiKey = apiKey;
    this.sealedSecret = sealedSecret;
    this.secretHash = secretHash;
    this.secret = secret;
    this.readAt = readAt;
    this.stamp = stamp;
    this.confirmedAt = readAt;
    this.uid = user.uid;
    this.ownerUid = user.ownerUid;
    this.#user = user;
    this.#ranges = apiKey.addresses.map(readRange).filter((range) => range !== undefined);
  }

  /**
   * The caller who has shown to have this key.
   *
   * @throws access.userRefused, access.addressRefused (403)
   */
  callerFrom(address: string): Caller {
    if (this.#last?.address === address) return this.#last;
    if (!mayUseApi(this.#user)) throw accessErrors.userRefused();
    // An entry that cannot be read must not open the key to everybody.
    const isReadable = this.#ranges.length === this.apiKey.addresses.length;
    if (!isReadable || !isAllowed(this.#ranges, address)) throw accessErrors.addressRefused({ address });
    const { id, access } = this.apiKey;
    this.#last = { ...this.#user, access, credential: { kind: "key", id: String(id) }, address };
    return this.#last;
  }
}

export class KnownKeys {
  readonly #options: KnownKeysOptions;
  readonly #epochs: AccessEpochs;
  readonly #known = new LRUCache<string, KnownKey>({ max: MAX_KNOWN });
  readonly #absent = new LRUCache<string, true>({ max: MAX_ABSENT, ttl: ABSENT_MS });
  readonly #loading = new Map<string, Promise<KnownKey | undefined>>();

  constructor(options: KnownKeysOptions) {
    this.#options = options;
    this.#epochs = new AccessEpochs((uids) => options.keys.epochsOf(uids));
  }

  /**
   * The key, at once when it is in memory: it is to be confirmed before anybody is let in by it.
   *
   * @throws access.invalidKey (401), access.unavailable (503)
   */
  find(key: string, now: Instant): KnownKey | Promise<KnownKey> {
    const known = this.#known.get(key);
    const age = known === undefined ? Infinity : now - known.readAt;
    if (known === undefined || age >= RELOAD_AGE) return this.#seek(key, known);
    return known;
  }

  /**
   * The key as it is at this moment. Ask only for callers who have shown its secret.
   *
   * @throws access.invalidKey (401), access.unavailable (503)
   */
  async confirm(known: KnownKey, now: Instant): Promise<KnownKey> {
    const { key } = known.apiKey;
    let current: KnownKey | undefined = known;
    try {
      const stamp = await this.#epochs.of(known.uid, known.ownerUid);
      // Not with what another request is reading: that may have begun before the change which this one must see.
      if (stamp !== known.stamp) current = await this.#read(key, known);
    } catch (cause) {
      if (now - known.confirmedAt < MAX_AGE) return known;
      throw accessErrors.unavailable({}, { ...SOON, cause });
    }
    if (!current) {
      this.forget(key);
      throw accessErrors.invalidKey({}, CHALLENGE);
    }
    if (current !== known) this.#known.set(key, current);
    if (current.confirmedAt < now) current.confirmedAt = now;
    return current;
  }

  /** Makes the next request with the key read it again. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#loading.delete(key);
  }

  async #seek(key: string, before: KnownKey | undefined): Promise<KnownKey> {
    if (!SHAPE.test(key) || this.#absent.get(key)) throw accessErrors.invalidKey({}, CHALLENGE);
    let found: KnownKey | undefined;
    try {
      const loading = this.#loading.get(key);
      if (!loading && this.#loading.size >= MAX_LOADING) throw new Error("too many keys are being looked for");
      found = await (loading ?? this.#load(key, before));
    } catch (cause) {
      throw accessErrors.unavailable({}, { ...SOON, cause });
    }
    if (!found) throw accessErrors.invalidKey({}, CHALLENGE);
    return found;
  }

  #load(key: string, before: KnownKey | undefined): Promise<KnownKey | undefined> {
    const loading = this.#read(key, before).then((found) => {
      // Forgotten during the read: what was read may be older than the change that made us forget it.
      if (this.#loading.get(key) !== loading) return found;
      if (found) this.#known.set(key, found);
      else this.#known.delete(key);
      if (!found && !before) this.#absent.set(key, true);
      return found;
    });
    this.#loading.set(key, loading);
    return loading.finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    });
  }

  async #read(key: string, before: KnownKey | undefined): Promise<KnownKey | undefined> {
    const { keys, sealer, clock } = this.#options;
    const readAt = clock.now();
    const inUse = await keys.findInUse(key);
    if (!inUse) return undefined;
    const isSame = before?.sealedSecret === inUse.sealedSecret;
    const secret = isSame ? before.secret : createSecretKey(sealer.open(inUse.sealedSecret, secretRecord(key)));
    return new KnownKey(inUse, secret, readAt);
  }
}
