import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { accountErrors } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, seconds } from "../../shapes.ts";
import type { SessionDeps } from "../deps.ts";
import { sessionErrors } from "../errors.ts";
import type { Session } from "../store.ts";

const shown = Type.Object(
  {
    id,
    ip: Type.String(),
    country: Type.Null({ description: "Not known" }),
    user_agent: Type.String(),
    current: Type.Boolean({ description: "The one that asks" }),
    time_created: seconds,
    last_seen: seconds,
  },
  { title: "Session" },
);

const REVOKE = /^revoke:([0-9]{1,15})$/;

export const activeSessions = endpoint({
  id: "sessions.activeSessions",
  method: ["GET", "POST"],
  path: "/user/active-sessions",
  auth: "user",
  summary: "Sessions of the console, shown or ended",
  description:
    "`list` shows them, the latest first; `revoke:<id>` ends one, which needs full access, and shows those that are left.",
  input: {
    params: Type.Object({
      request: Type.String({ minLength: 1, maxLength: 30, description: "`list`, or `revoke:` and an id" }),
    }),
  },
  output: json(Type.Array(shown)),
  errors: [sessionErrors.badRequest, sessionErrors.notFound, accountErrors.readOnly],
  examples: [
    { name: "shown", body: { request: "list" } },
    { name: "one that is not there", body: { request: "revoke:999999999" }, status: 404 },
    { name: "something else", body: { request: "forget" }, status: 422 },
  ],

  async run({ sessions, clock }: SessionDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, ownerUid, access, credential } = actor;
    const own = credential.kind === "session" ? Number(credential.id) : undefined;
    if (params.request !== "list") {
      const revoked = REVOKE.exec(params.request)?.[1];
      if (revoked === undefined) throw sessionErrors.badRequest();
      if (access !== "full_access") throw accountErrors.readOnly();
      const isEnded = await sessions.end(uid, Number(revoked), ownerUid, clock.now());
      if (!isEnded) throw sessionErrors.notFound({ id: revoked });
    }
    return (await sessions.list(uid, clock.now())).map((session) => viewOf(session, own));
  },
});

function viewOf({ id: sessionId, address, userAgent, createdAt, lastSeenAt }: Session, own: number | undefined) {
  return {
    id: String(sessionId),
    ip: address,
    country: null,
    user_agent: userAgent,
    current: sessionId === own,
    time_created: toSeconds(createdAt),
    last_seen: toSeconds(lastSeenAt),
  };
}
