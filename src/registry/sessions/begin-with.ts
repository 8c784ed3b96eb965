/** Begins a session with a token that is checked first. */
import type { Static } from "typebox";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { tokenErrors, unauthorized, type Tokens } from "../tokens/index.ts";
import { viewCaller, type callerSchema } from "./caller.ts";
import type { SessionDeps } from "./deps.ts";
import { sessionErrors } from "./errors.ts";
import { renewalText, type Renewal } from "./renewal.ts";

interface BeginDeps extends Pick<SessionDeps, "sessions" | "sessionMaxHours"> {
  readonly tokens: Pick<Tokens, "verify">;
  readonly clock: Pick<Clock, "now">;
}

export interface Begun {
  readonly value: Static<typeof callerSchema>;
  readonly setCookie: string;
}

interface BeginOptions {
  /** With which the session gets its next token. Left out when it is too long for a cookie. */
  readonly renewal?: Renewal | undefined;
  /** The session that this one takes the place of: its owner and its end stay. */
  readonly before?: { readonly subject: string; readonly endsAt: Instant };
}

/** @throws tokens.malformed, tokens.invalid, tokens.exchangeFailed (401), sessions.tooLong (422) */
export async function beginWith(
  { tokens, sessions, sessionMaxHours, clock }: BeginDeps,
  token: string,
  { renewal, before }: BeginOptions = {},
): Promise<Begun> {
  const actor = await tokens.verify(`Bearer ${token}`);
  const { subject } = actor;
  if (before && before.subject !== subject) {
    throw unauthorized(tokenErrors.exchangeFailed, "another user is signed in there now");
  }
  const now = clock.now();
  const latest = before?.endsAt ?? plusMillis(now, sessionMaxHours * HOUR_MS);
  const withToken = { credential: token, endsAt: Math.min(actor.expiresAt, latest) as Instant };
  const renewable = renewal && { credential: token, renewal: renewalText({ ...renewal, subject }), endsAt: latest };
  const begun = (renewable && sessions.begin(renewable, now)) ?? sessions.begin(withToken, now);
  if (!begun) throw sessionErrors.tooLong();
  return { value: viewCaller(actor, begun.session), setCookie: begun.setCookie };
}
