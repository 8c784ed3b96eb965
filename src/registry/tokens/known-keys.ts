/** The signing keys of the database as one process remembers them, with the public ones ready to verify. */
import type { KeyObject } from "node:crypto";
import type { Clock } from "../../kit/time/clock.ts";
import { publicKeyOf } from "./signing-key.ts";
import type { SigningKey, TokenStore } from "./store.ts";

export interface KnownKeys {
  /** Every key, revoked ones too. */
  readonly all: ReadonlyMap<string, SigningKey>;
  /** The keys whose tokens count. */
  readonly verifiers: ReadonlyMap<string, KeyObject>;
}

export interface KeyMemory {
  /**
   * The keys as they were in the database at most `maxAgeMs` milliseconds ago. Callers at the same time share the
   * query.
   */
  get(maxAgeMs: number): Promise<KnownKeys>;
  /** The keys as they are now, with every change that was made before the call. */
  reload(): Promise<KnownKeys>;
}

export function keyMemory(store: Pick<TokenStore, "listKeys">, clock: Clock): KeyMemory {
  let known: KnownKeys = { all: new Map(), verifiers: new Map() };
  let knownAtMs = -Infinity;
  let loading: Promise<void> | undefined;
  const nowMs = (): number => clock.now() / 1000;

  async function load(): Promise<void> {
    const startedAtMs = nowMs();
    const keys = await store.listKeys();
    const verifying = keys.filter(({ revokedAt }) => revokedAt === null);
    const before = known.verifiers;
    known = {
      all: new Map(keys.map((key) => [key.kid, key])),
      verifiers: new Map(verifying.map(({ kid, publicKey }) => [kid, before.get(kid) ?? publicKeyOf(publicKey)])),
    };
    knownAtMs = startedAtMs;
  }

  async function get(maxAgeMs: number): Promise<KnownKeys> {
    if (nowMs() - knownAtMs < maxAgeMs) return known;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    await loading;
    return known;
  }

  return {
    get,
    async reload() {
      // A look that is in progress may have begun before the change that the caller wants to see.
      await loading?.catch(() => undefined);
      return get(0);
    },
  };
}
