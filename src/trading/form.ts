/** The trading platform's form over HTTP: an envelope around everything, numbered errors, GET and POST alike. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { Ban, Credentials, HttpRefusal, ServiceForm } from "../kit/endpoint/form.ts";
import { refusals } from "../kit/endpoint/refusals.ts";
import type { AppError } from "../kit/errors/catalogue.ts";
import type { Clock } from "../kit/time/clock.ts";
import { toMillis } from "../kit/time/instant.ts";
import { UNLIMITED, type Allowance } from "../kit/limits/limiter.ts";
import { networkOf } from "../kit/limits/network-of.ts";
import { CHALLENGE } from "./access/index.ts";
import type { Caller, Visitor } from "./caller.ts";
import type { TradingActors } from "./endpoint.ts";
import { envelopes, envelopeSchema, errorSchema } from "./envelope.ts";
import { formErrors } from "./form-errors.ts";
import { isReadOfStaff, takesIdempotencyKey, type Idempotency } from "./idempotency/index.ts";
import { invalidInput } from "./invalid-input.ts";
import { refusalFor, rightsErrors } from "./subaccounts/index.ts";

/** Kinds of callers whose calls change nothing. A visitor logs in, or resets a password. */
const READ_KINDS: ReadonlySet<string> = new Set(["public", "user", "owner"]);

type MaybePromise<Value> = Value | Promise<Value>;

export interface TradingFormOptions {
  readonly clock: Pick<Clock, "now">;
  readonly systemVersion: string;
  /** Requests a minute of one address, with a key or without; 0 for no limit. */
  readonly addressRequestsPerMinute: number;
  /** Requests a minute of a caller without a key; 0 for no limit. */
  readonly publicRequestsPerMinute: number;
  /**
   * A caller that was refused (429) this often in a minute, by any limit, is banned: its key or session where it has shown
   * one, else its address. 0 for never.
   */
  readonly refusalsUntilBan: number;
  readonly banSeconds: number;
  /** By a signed request or a bearer key; undefined where none is shown. */
  readonly byKey: (credentials: Credentials) => MaybePromise<Caller | undefined>;
  /** By the cookie of a session; undefined where none is shown. */
  readonly bySession: (credentials: Credentials, endpoint: AnyEndpoint) => MaybePromise<Caller | undefined>;
  readonly idempotency: Idempotency;
}

export function tradingForm(options: TradingFormOptions): ServiceForm<TradingActors> {
  const { wrap, renderError } = envelopes(options);
  return {
    name: "trading",
    title: "Trading platform",
    version: "2",
    description:
      "Market data, strategies, keys, sub-accounts, plans and money over many exchanges. Every answer is " +
      "`{data, meta}`; a refusal has `code` and `error` in `data`. Every documented operation takes GET and POST, and " +
      "parameters in the query or in a form or JSON body, where the query wins. How a request is signed: " +
      "docs/trading/signing.md.",
    prefixes: ["/api/v2"],
    bodyBytes: 1024 * 1024,
    publicKinds: ["public", "visitor"],
    security: {
      schemes: {
        key: { type: "apiKey", in: "header", name: "Key", description: "With a signed token in Authorization" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-tripod_session",
          description:
            "The cookie of session/login, with its csrf_token in the header X-CSRF-Token. Without https its name is " +
            "tripod_session.",
        },
      },
      byKind: {
        user: "key",
        change: "key",
        owner: "key",
        ownerChange: "key",
        support: "key",
        admin: "key",
        provenAdmin: "session",
      },
    },
    listNames: "brackets",
    unknownMembers: { query: "ignore", body: "ignore" },
    errorSchema,
    envelope: { wrap, schema: envelopeSchema },
    authenticate: (credentials, endpoint) => authenticate(options, credentials, endpoint),
    allowances: (stage, credentials, actor) => allowances(options, stage, credentials, actor as Caller | undefined),
    ban: (credentials, actor) => banOf(options, credentials, actor as Caller | Visitor | undefined),
    around: (call, run) => options.idempotency.around(call, run),
    invalidInput,
    // All operations take GET: what one changes is known by who may call it.
    isRead: (endpoint) => isReadOfStaff(endpoint) || (READ_KINDS.has(endpoint.auth) && !takesIdempotencyKey(endpoint)),
    takesIdempotencyKey,
    refusal: refusals(formErrors, {
      unknownPath: ({ path }) => formErrors.unknownPath({ path }),
      badUrl: () => formErrors.badUrl(),
      nulByte: ({ part }) => formErrors.nulByte({ part }),
      rateLimited: (of) => rateLimited(of, options.clock),
      badRequest: ({ message }) => formErrors.badRequest({ message }),
    }),
    renderError,
  };
}

function authenticate(
  { byKey, bySession }: TradingFormOptions,
  credentials: Credentials,
  endpoint: AnyEndpoint,
): MaybePromise<Caller | Visitor | undefined> {
  if (endpoint.auth === "visitor") return { address: credentials.address };
  const admit = (caller: Caller | undefined): Caller | undefined => {
    if (!caller) {
      if (endpoint.auth === "public") return undefined;
      throw formErrors.missingKey({}, CHALLENGE);
    }
    // Where public calls are off, a caller with no rights yet counts as unknown.
    if (endpoint.auth === "public") return caller.needsTwoFactor ? undefined : caller;
    const refused = refusalFor(caller, endpoint);
    if (refused) throw rightsErrors[refused]();
    return caller;
  };
  const orSession = (caller: Caller | undefined): MaybePromise<Caller | undefined> => {
    if (caller || credentials.headers["cookie"] === undefined) return admit(caller);
    const session = bySession(credentials, endpoint);
    return session instanceof Promise ? session.then(admit) : admit(session);
  };
  const caller = byKey(credentials);
  return caller instanceof Promise ? caller.then(orSession) : orSession(caller);
}

function allowances(
  options: TradingFormOptions,
  stage: "address" | "actor",
  { address }: Credentials,
  caller: Caller | undefined,
): readonly Allowance[] {
  const { addressRequestsPerMinute, publicRequestsPerMinute, refusalsUntilBan } = options;
  if (stage === "address") {
    if (addressRequestsPerMinute === 0 && refusalsUntilBan === 0) return [];
    // Bans are in this allowance, so it is drawn on without a limit of addresses too.
    const requests = addressRequestsPerMinute === 0 ? UNLIMITED : addressRequestsPerMinute;
    return [{ key: `${ADDRESS}${networkOf(address)}`, requests, windowSeconds: 60 }];
  }
  if (!caller || !("uid" in caller)) {
    if (publicRequestsPerMinute === 0) return [];
    return [{ key: `trading:public:${networkOf(address)}`, requests: publicRequestsPerMinute, windowSeconds: 60 }];
  }
  const { minute, ms } = caller.plan.limits.user_settings.ratelimit;
  const allowed: Allowance[] = [{ key: minuteKey(caller), requests: minute, windowSeconds: 60 }];
  if (ms > 0) allowed.push({ key: `trading:pace:${credentialName(caller)}`, requests: 1, windowSeconds: ms / 1000 });
  return allowed;
}

const ADDRESS = "trading:address:";

function credentialName({ credential: { kind, id } }: Caller): string {
  return `${kind}:${id}`;
}

/** Of the allowance that each request of a credential draws on first; a ban of the credential is in it. */
function minuteKey(caller: Caller): string {
  return `trading:minute:${credentialName(caller)}`;
}

/**
 * A caller that goes on after 429 is banned, whatever it was refused for. One that was refused as a user is banned by its
 * key or session: others may share its address.
 */
function banOf(
  { refusalsUntilBan, banSeconds }: TradingFormOptions,
  { address }: Credentials,
  actor: Caller | Visitor | undefined,
): Ban | undefined {
  if (refusalsUntilBan === 0) return undefined;
  const key = actor && "uid" in actor ? minuteKey(actor) : `${ADDRESS}${networkOf(address)}`;
  return { key, refusals: refusalsUntilBan, seconds: banSeconds };
}

function rateLimited(
  { allowance, banned, retryAfterSeconds: seconds }: Extract<HttpRefusal, { kind: "rateLimited" }>,
  clock: Pick<Clock, "now">,
): AppError {
  if (banned === "now") return formErrors.bannedNow({ seconds });
  if (banned === "before") return formErrors.banned({ seconds });
  if (allowance.key.startsWith(ADDRESS)) return formErrors.addressTooFast({ seconds });
  const nextMs = Math.floor(toMillis(clock.now())) + seconds * 1000;
  const { requests, windowSeconds } = allowance;
  return formErrors.tooFast({ nextMs, requests, windowMs: Math.round(windowSeconds * 1000) });
}
