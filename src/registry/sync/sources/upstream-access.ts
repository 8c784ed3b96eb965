/** The credentials for an upstream: a token, or an OpenID Connect client that gets tokens. One origin receives them. */
import { UserError } from "../../../kit/errors/user-error.ts";
import type { Outbound } from "../../../kit/outbound/outbound.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import type { SyncConfig } from "../settings.ts";
import { requestToken, type GivenToken } from "./request-token.ts";

export interface UpstreamAccess {
  /**
   * The headers that carry the credentials; none for any other origin than the upstream's.
   *
   * @throws UpstreamError when the issuer gives no token.
   */
  headersFor(url: string, signal?: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** The upstream refused the credentials. Answers whether new ones can be had. */
  refused(): boolean;
}

export const NO_ACCESS: UpstreamAccess = { headersFor: async () => ({}), refused: () => false };

/** A token is replaced this long before it ends, or after half of its time. */
const BEFORE_END_MS = 30_000;

/** For the origin of `baseUrl` alone. */
export function accessByToken(baseUrl: string, token: string): UpstreamAccess {
  const headersFor = async (url: string) => bearer(new URL(baseUrl).origin, url, token);
  return { headersFor, refused: () => false };
}

/**
 * The access to `syncUrl`, by the settings.
 *
 * @throws UserError when they do not fit together.
 */
export function accessOf(
  deps: { readonly outbound: Outbound; readonly clock: Clock },
  config: SyncConfig,
): UpstreamAccess {
  const { syncUrl, syncToken, syncOidcIssuer, syncOidcClientId, syncOidcClientSecret: secret } = config;
  const oidc = [syncOidcIssuer, syncOidcClientId, secret ?? ""];
  const isOidc = oidc.some((each) => each !== "");
  if (!isOidc && syncToken === undefined) return NO_ACCESS;
  if (syncUrl === "") {
    throw new UserError("There are credentials for an upstream and no upstream: set TRIPOD_REGISTRY_SYNC_URL.");
  }
  if (syncToken !== undefined) {
    if (isOidc)
      throw new UserError("TRIPOD_REGISTRY_SYNC_TOKEN and TRIPOD_REGISTRY_SYNC_OIDC_... are both set: remove one.");
    return accessByToken(syncUrl, syncToken);
  }
  if (secret === undefined || oidc.includes("")) {
    throw new UserError(
      "TRIPOD_REGISTRY_SYNC_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET belong together: set all three, or none.",
    );
  }
  return accessByClient(deps, { ...config, syncOidcClientSecret: secret });
}

interface KeptToken extends GivenToken {
  readonly renewAt: Instant;
}

function accessByClient(
  deps: { readonly outbound: Outbound; readonly clock: Clock },
  config: SyncConfig & { readonly syncOidcClientSecret: string },
): UpstreamAccess {
  const { origin } = new URL(config.syncUrl);
  let kept: KeptToken | undefined;
  return {
    async headersFor(url, signal) {
      if (new URL(url).origin !== origin) return {};
      if (kept === undefined || kept.renewAt <= deps.clock.now()) {
        const askedAt = deps.clock.now();
        const given = await requestToken(deps, config, signal);
        const lastsMs = Math.max(given.lifetimeMs - BEFORE_END_MS, given.lifetimeMs / 2);
        kept = { ...given, renewAt: plusMillis(askedAt, lastsMs) };
      }
      return bearer(origin, url, kept.token);
    },
    refused() {
      kept = undefined;
      return true;
    },
  };
}

function bearer(origin: string, url: string, token: string): Readonly<Record<string, string>> {
  return new URL(url).origin === origin ? { authorization: `Bearer ${token}` } : {};
}
