/** The revoked tokens as one process remembers them. They are as fresh as the signing keys: five seconds old at most. */
import type { Clock } from "../../kit/time/clock.ts";
import type { TokenStore } from "./store.ts";

const REFRESH_MS = 5000;

export interface RevokedTokens {
  has(tokenId: string): Promise<boolean>;
  /** Shows a revocation of this process at once. */
  forget(): void;
}

export function revokedTokens(store: Pick<TokenStore, "listRevokedTokens">, clock: Clock): RevokedTokens {
  let known: ReadonlySet<string> = new Set();
  let knownAtMs = -Infinity;
  let loading: Promise<void> | undefined;
  /** A load that began before a revocation of this process may not have seen it. */
  let revocations = 0;
  const nowMs = (): number => clock.now() / 1000;

  async function load(): Promise<void> {
    const [startedAtMs, before] = [nowMs(), revocations];
    known = new Set(await store.listRevokedTokens(clock.now()));
    if (revocations === before) knownAtMs = startedAtMs;
  }

  return {
    async has(tokenId) {
      if (nowMs() - knownAtMs >= REFRESH_MS) {
        loading ??= load().finally(() => {
          loading = undefined;
        });
        await loading;
      }
      return known.has(tokenId);
    },
    forget() {
      revocations++;
      knownAtMs = -Infinity;
    },
  };
}
