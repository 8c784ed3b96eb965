/** Who may call: keys, the windows of their nonces, and the check of both. */
import { openReplayWindow } from "../kit/limits/replay-window.ts";
import type { Platform } from "../kit/platform.ts";
import type { OneTransaction } from "../kit/sql/one-transaction.ts";
import { HOUR_SECONDS } from "../kit/time/spans.ts";
import {
  ApiKeys,
  Authenticator,
  keyStore,
  lapsedCallers,
  loadCaller,
  nonceMarks,
  OwnNonceWindows,
  renewedCallers,
  SharedNonceWindows,
  WINDOW_SIZE,
} from "./access/index.ts";
import type { ApiUses } from "./accounts/index.ts";
import { callersOf } from "./callers.ts";
import { sessionAuthenticator, type PushTicketDeps, type SessionDeps, type SessionRuleDeps } from "./sessions/index.ts";

/** An unused window in Redis may expire after this long: the mark in the database is above it. */
const IDLE_WINDOW_SECONDS = HOUR_SECONDS;

export interface Access {
  readonly authenticator: Authenticator;
  readonly apiKeys: ApiKeys;
  /** The same within a transaction: this process forgets a changed key when the change is committed. */
  readonly apiKeysOn: (whole: OneTransaction) => ApiKeys;
  readonly close: () => void;
}

/** Keys and the windows of their nonces: in Redis where there is one, so that several processes know of each other's. */
export function openAccess({ db, clock, ids, log, sealer, random, redisUrl }: Platform): Access {
  const keys = keyStore(db);
  const marks = nonceMarks(db);
  const options = { size: WINDOW_SIZE, idleSeconds: IDLE_WINDOW_SECONDS };
  const replay = redisUrl === undefined ? undefined : openReplayWindow(redisUrl, log, options);
  const windows = replay
    ? new SharedNonceWindows({ marks, replay, clock, ids, log })
    : new OwnNonceWindows({ marks, clock, log });
  const authenticator = new Authenticator({ keys, windows, sealer, clock, log });
  const changed = (key: string): void => authenticator.forget(key);
  const apiKeys = new ApiKeys({ keys, sealer, random, clock, changed });
  const apiKeysOn = (whole: OneTransaction): ApiKeys =>
    new ApiKeys({
      keys: keyStore(whole.db),
      sealer,
      random,
      clock,
      changed: (key) => whole.afterCommit(() => changed(key)),
    });
  return { authenticator, apiKeys, apiKeysOn, close: () => replay?.close() };
}

/** Identifies callers by key, session or ticket. */
export function whoCalls(
  { db, clock }: Platform,
  { authenticator }: Pick<Access, "authenticator">,
  { sessions, sessionRules, pushTickets }: SessionDeps & SessionRuleDeps & PushTicketDeps,
  uses: ApiUses,
): ReturnType<typeof callersOf> {
  const keys = keyStore(db);
  const loadUser = (uid: number) => loadCaller(db, uid);
  return callersOf({
    authenticator,
    sessions: sessionAuthenticator(sessions, sessionRules),
    tickets: { tickets: pushTickets, sessions },
    lapsedKeys: lapsedCallers(keys),
    renewedCallers: renewedCallers(keys, loadUser),
    loadCaller: loadUser,
    uses,
    clock,
  });
}
