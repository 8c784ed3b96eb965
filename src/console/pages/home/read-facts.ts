/** Asks each service for what the home page says of it: only what the user of this browser may know. */
import { isAdminOf } from "../../live/admin.ts";
import { players, registry, trading } from "../../live/clients.ts";
import { failureOf } from "../../live/failure.ts";
import { playersCaller, tradingUser } from "../../live/identity.ts";
import { registryCaller } from "../../live/registry-caller.ts";
import type { PlayersFacts } from "./states/players-state.ts";
import type { RegistryFacts } from "./states/registry-state.ts";
import type { TradingFacts } from "./states/trading-state.ts";

const FORBIDDEN = 403;
/** A key that does not work should be seen; of more keys than this, the page of keys shows all. */
const MOST_KEYS = 200;
/** Tokens that were made by hand are few. */
const MOST_TOKENS = 100;

export async function readRegistryFacts(signal: AbortSignal): Promise<RegistryFacts> {
  const [, { private_reads }] = await Promise.all([
    registry.system.getHealth({}, { signal }),
    registry.sessions.listLogins({}, { signal }),
  ]);
  const permissions = registryCaller.value?.permissions;
  const caller = permissions
    ? { isAdmin: isAdminOf("registry"), mayPublish: permissions.some(({ action }) => action === "publish") }
    : null;
  if (private_reads && !caller) return { servers: null, caller, hasPublisher: undefined };
  const { total: servers } = await registry.servers.countServers({ version: "latest" }, { signal });
  const isAsked = servers === 0 && caller?.isAdmin === true;
  return { servers, caller, hasPublisher: isAsked ? await hasPublisher(signal) : undefined };
}

async function hasPublisher(signal: AbortSignal): Promise<boolean> {
  const { tokens } = await registry.tokens.listTokens({ limit: MOST_TOKENS }, { signal });
  return tokens.some(
    ({ revokedAt, permissions }) => revokedAt === null && permissions.some(({ action }) => action === "publish"),
  );
}

export async function readPlayersFacts(signal: AbortSignal): Promise<PlayersFacts> {
  const { SignedIn: isSignedIn, DemoOffered: isDemo } = await players.sessions.getSession({}, { signal });
  const servers = isSignedIn && playersCaller.value ? await players.system.listServers({}, { signal }) : undefined;
  return { servers, isAdmin: isAdminOf("players"), isDemo };
}

export async function readTradingFacts(signal: AbortSignal): Promise<TradingFacts> {
  const [sources, { demo_login: isDemo, sign_up: signUp }] = await Promise.all([
    trading.market.showStatus({}, { signal }),
    trading.sessions.logins({}, { signal }),
  ]);
  const user = tradingUser.value;
  if (!user) return { sources, user: null, keys: undefined, signUp, isDemo };
  const needsSecondFactor = user.twofactor_needed;
  const keys = needsSecondFactor ? undefined : await readKeys(signal);
  return { sources, user: { needsSecondFactor }, keys, signUp, isDemo };
}

/** Undefined for a sub-account that may not see keys. */
async function readKeys(signal: AbortSignal): Promise<TradingFacts["keys"]> {
  try {
    return (await trading.exchanges.listKeys({ limit: MOST_KEYS }, { signal })).keys;
  } catch (error) {
    if (failureOf(error).status === FORBIDDEN) return undefined;
    throw error;
  }
}
