/** The answers of session operations. */
import { Type, type Static } from "typebox";
import type { SignedIn } from "../../kit/auth/credential-cookie.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import type { KeyOwner } from "../keys/index.ts";
import { DEMO_KEY_ID } from "../keys/index.ts";

const time = (description: string) => Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

export const callerSchema = Type.Object(
  {
    Name: Type.String({ description: "Of the key" }),
    Scope: Type.Union([Type.Literal("read"), Type.Literal("history"), Type.Literal("admin")], {
      description: "What the key opens; each scope opens what those before it do",
    }),
    Requests: Type.Integer({ description: "Requests of the key in any window of `WindowSeconds`" }),
    WindowSeconds: Type.Integer(),
    KeyExpiresAt: time("Null for a key that does not expire"),
    Demo: Type.Boolean({ description: "The key of `--demo`: all players are invented" }),
    CsrfToken: Type.Union([Type.String(), Type.Null()], {
      description: "For the header X-CSRF-Token of changes in this session. Null where a header shows the key",
    }),
    SessionEndsAt: time("Null where a header shows the key"),
  },
  { title: "Caller", additionalProperties: false },
);

/** The caller's view of itself. */
export function viewCaller(owner: KeyOwner, session: SignedIn | undefined): Static<typeof callerSchema> {
  const { id, name, scope, requests, windowSeconds, expiresAt } = owner;
  return {
    Name: name,
    Scope: scope,
    Requests: requests,
    WindowSeconds: windowSeconds,
    KeyExpiresAt: expiresAt === null ? null : formatInstant(expiresAt),
    Demo: id === DEMO_KEY_ID,
    CsrfToken: session?.csrfToken ?? null,
    SessionEndsAt: session ? formatInstant(session.endsAt) : null,
  };
}
