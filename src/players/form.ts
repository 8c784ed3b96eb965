/** The players' form over HTTP: at the root, case does not matter, bare lists, and errors in PascalCase. */
import { Type } from "typebox";
import type { CredentialCookie, Visitor } from "../kit/auth/credential-cookie.ts";
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Credentials, ServiceForm } from "../kit/endpoint/form.ts";
import { refusals } from "../kit/endpoint/refusals.ts";
import type { Allowance } from "../kit/limits/limiter.ts";
import type { Clock } from "../kit/time/clock.ts";
import { networkOf } from "../kit/limits/network-of.ts";
import { DAY_SECONDS } from "../kit/time/spans.ts";
import type { KeyCaller, PlayersActors } from "./endpoint.ts";
import { httpErrors } from "./http-errors.ts";
import { sentenceOf } from "./issue-sentence.ts";
import {
  refuseChangesOfGuests,
  refuseKeyInQuery,
  requireScope,
  ticketInQuery,
  type KeyOwner,
  type Scope,
  type Tickets,
} from "./keys/index.ts";
import { refusalsOf } from "./refusals-of.ts";
import { shownKeyOf } from "./sessions/index.ts";

/** How callers show who they are. */
const SECURITY: ServiceForm["security"] = {
  schemes: {
    key: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "The key itself, or `Bearer` or `ApiKey` and the key.",
    },
    ticket: {
      type: "apiKey",
      in: "query",
      name: "ticket",
      description: "A ticket of `POST /Online/Events/Ticket`, for one use within seconds.",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "__Host-tripod_players",
      description:
        "The cookie of `POST /Session`, for pages of this server. Changes also need its `CsrfToken` in the header " +
        "X-CSRF-Token. Without https its name is tripod_players.",
    },
  },
  byKind: {
    read: ["key", "session"],
    stream: ["key", "ticket", "session"],
    history: ["key", "session"],
    admin: ["key", "session"],
  },
};

export interface PlayersFormSettings {
  /** 0 for no limit. */
  readonly addressRequestsPerMinute: number;
}

/** Knows whose key an `Authorization` header holds; throws 401 and 403. */
export interface KeyChecker {
  ownerOf(
    authorization: string | readonly string[] | undefined,
    now: ReturnType<Clock["now"]>,
  ): KeyOwner | Promise<KeyOwner>;
}

/** Knows whose key, ticket or session a request holds. */
export interface Doorkeepers {
  readonly keys: KeyChecker;
  readonly tickets: Pick<Tickets, "ownerOf">;
  readonly sessions: Pick<CredentialCookie, "shownBy" | "visitorOf">;
}

export function playersForm(
  doorkeepers: Doorkeepers,
  clock: Pick<Clock, "now">,
  settings: PlayersFormSettings,
): ServiceForm<PlayersActors> {
  return {
    name: "players",
    title: "Player and tribe lookup",
    version: "1",
    description:
      "Players and tribes of a cluster of ARK servers: search, profiles, who is online, and the history behind it. Paths, " +
      "parameter names and the values of `type` may be written in any case. Ids of players are 64-bit integers: read them " +
      'as such. Errors are `{"Error": {"Code", "Message", "Status", "RequestId"}}`.',
    prefixes: [""],
    bodyBytes: 1024,
    publicKinds: ["visitor"],
    security: SECURITY,
    ignoreCase: true,
    strictQuery: true,
    cors: {
      origin: "*",
      methods: ["GET", "HEAD", "POST", "OPTIONS"],
      allowedHeaders: ["Authorization", "If-None-Match", "Last-Event-ID", "X-Request-Id"],
      exposedHeaders: [
        "Content-Length",
        "ETag",
        "Link",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
        "X-Has-More",
        "X-Request-Id",
        "X-Total-Count",
      ],
      maxAge: DAY_SECONDS,
    },
    unknownMembers: { query: "ignore", body: "refuse" },
    errorSchema: Type.Object(
      {
        Error: Type.Object(
          { Code: Type.String(), Message: Type.String(), Status: Type.Integer(), RequestId: Type.String() },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false, title: "Error" },
    ),
    authenticate: (credentials, endpoint) => authenticate(doorkeepers, clock, credentials, endpoint),
    allowances: (stage, credentials, actor) =>
      allowances(settings, stage, credentials, actor as KeyCaller | Visitor | undefined),
    invalidInput: (_endpoint, issues) => httpErrors.invalidInput({ reason: sentenceOf(issues) }),
    refusals: refusalsOf,
    refusal: refusals(httpErrors, {
      unknownPath: () => httpErrors.unknownPath(),
      badUrl: () => httpErrors.badUrl(),
      nulByte: ({ part }) => httpErrors.nulByte({ part }),
      rateLimited: ({ retryAfterSeconds: seconds }) => httpErrors.rateLimited({ seconds }),
      badRequest: ({ message: reason }) => httpErrors.badRequest({ reason }),
    }),
    renderError: ({ code, message, status }, { requestId }) => ({
      Error: { Code: codeText(code), Message: message, Status: status, RequestId: requestId },
    }),
  };
}

function authenticate(
  { keys, tickets, sessions }: Doorkeepers,
  clock: Pick<Clock, "now">,
  credentials: Credentials,
  { auth }: AnyEndpoint,
): KeyCaller | Visitor | Promise<KeyCaller> {
  const { method, url, address } = credentials;
  refuseKeyInQuery(url);
  if (auth === "visitor") return sessions.visitorOf(credentials, clock.now());
  const needed: Scope = auth === "stream" ? "read" : (auth as Scope);
  const admit = (owner: KeyOwner): KeyOwner => {
    requireScope(owner, needed);
    refuseChangesOfGuests(owner, needed, method);
    return owner;
  };
  const ticket = auth === "stream" ? ticketInQuery(url) : { kind: "none" as const };
  // Before the header: a site behind a password has the browser send one of its own.
  if (ticket.kind !== "none") return tickets.ownerOf(ticket, address).then(admit);
  const now = clock.now();
  const { authorization, session } = shownKeyOf(sessions, credentials, now);
  const admitted = session ? (owner: KeyOwner): KeyCaller => ({ ...admit(owner), session }) : admit;
  const owner = keys.ownerOf(authorization, now);
  return owner instanceof Promise ? owner.then(admitted) : admitted(owner);
}

function allowances(
  { addressRequestsPerMinute }: PlayersFormSettings,
  stage: "address" | "actor",
  { address }: Credentials,
  caller: KeyCaller | Visitor | undefined,
): readonly Allowance[] {
  if (stage === "address") {
    if (addressRequestsPerMinute === 0) return [];
    return [{ key: `players:address:${networkOf(address)}`, requests: addressRequestsPerMinute, windowSeconds: 60 }];
  }
  if (!caller || !("id" in caller)) return [];
  return [{ key: `players:key:${caller.id}`, requests: caller.requests, windowSeconds: caller.windowSeconds }];
}

/** `player.notFound` is shown as `player_not_found`. */
function codeText(code: string): string {
  return code
    .replace(".", "_")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase();
}
