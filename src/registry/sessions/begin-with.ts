/** Begins a session with a token that is checked first. */
import type { Static } from "typebox";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Tokens } from "../tokens/index.ts";
import { callerSchema, viewCaller } from "./caller.ts";
import type { SessionDeps } from "./deps.ts";
import { sessionErrors } from "./errors.ts";

interface BeginDeps extends Omit<SessionDeps, "logins"> {
  readonly tokens: Pick<Tokens, "verify">;
  readonly clock: Pick<Clock, "now">;
}

export interface Begun {
  readonly value: Static<typeof callerSchema>;
  readonly setCookie: string;
}

/** @throws tokens.malformed, tokens.invalid (401), sessions.tooLong (422) */
export async function beginWith(
  { tokens, sessions, sessionMaxHours, clock }: BeginDeps,
  token: string,
): Promise<Begun> {
  const actor = await tokens.verify(`Bearer ${token}`);
  const now = clock.now();
  const endsAt = Math.min(actor.expiresAt, plusMillis(now, sessionMaxHours * HOUR_MS)) as Instant;
  const begun = sessions.begin({ credential: token, endsAt }, now);
  if (!begun) throw sessionErrors.tooLong();
  return { value: viewCaller(actor, begun.session), setCookie: begun.setCookie };
}
