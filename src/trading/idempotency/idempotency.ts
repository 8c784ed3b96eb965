/**
 * `Idempotency-Key`: a caller that does not know whether a change was made may ask for it again. The same key with the same
 * request gets the first answer for a day, and nothing is done twice.
 *
 * Key, change and answer are one transaction: after a crash either all of them are there, or none, and the repeated request
 * makes the change.
 */
import { createHash } from "node:crypto";
import type { Sealer } from "../../kit/auth/seal.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import { WithHeaders, withHeaders } from "../../kit/endpoint/output.ts";
import { AppError, errors } from "../../kit/errors/catalogue.ts";
import type { Database } from "../../kit/sql/database.ts";
import { OneTransaction } from "../../kit/sql/one-transaction.ts";
import { isRetriable } from "../../kit/sql/query-error.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Caller } from "../caller.ts";
import { answerRecord } from "./sealed-answers.ts";
import { storedKey } from "./stored-key.ts";
import type { IdempotencyStore, KeptRequest, RequestId } from "./store.ts";

const idempotencyErrors = errors("idempotency", {
  badKey: { status: 422, says: "An Idempotency-Key has 1 to 128 letters, digits, '-', '_', '.' or ':'", code: "2300" },
  otherRequest: {
    status: 422,
    says: "This Idempotency-Key was used for another request. Choose a new one for each change",
    code: "2440",
  },
  running: {
    status: 409,
    says: "The request with this Idempotency-Key is still running. Send it again in a second",
    code: "2441",
  },
  unknown: {
    status: 409,
    says:
      "Whether the request with this Idempotency-Key was made is not known: another version of the platform received it. " +
      "Look at what it would have made before you send it with another key",
    code: "2441",
  },
});

const SOON = { headers: { "Retry-After": "1" } } as const;
const KEPT_MS = DAY_MS;
const KEY = /^[A-Za-z0-9._:-]{1,128}$/;
/** Runs of one request whose transaction PostgreSQL undid, because it waited for another one that waited for it. */
const MAX_RUNS = 3;
/** Kinds of callers whose calls change nothing. */
const READS = new Set(["public", "visitor", "user", "owner"]);
/** Of those kinds, what changes something too. */
const CHANGES_TOO = new Set([
  "exports.requestExport",
  "accounts.settings",
  "accounts.securitySettings",
  "billing.addDrivetime",
  "billing.changePackage",
  "signals.manageSubscriptions",
  "strategies.books",
  "strategies.editOrder",
  "trades.importOrdersSettings",
]);
/** Of the other kinds, what changes nothing. An answer with mail addresses of all users is not to be kept. */
const READS_TOO = new Set([
  "admin.listUsers",
  "signup.adminListInvitations",
  "support.staffListTickets",
  "support.staffShowTicket",
  "system.checkProgram",
  "wallets.adminListDoubtfulDeposits",
  "wallets.adminListWithdrawals",
]);

export interface ForgetRequestsDeps {
  readonly idempotent: IdempotencyStore;
  readonly clock: Pick<Clock, "now">;
}

/** Forgets what no caller can ask for again. */
export async function forgetOldRequests({ idempotent, clock }: ForgetRequestsDeps): Promise<void> {
  await idempotent.prune(plusMillis(clock.now(), -KEPT_MS));
}

interface Call {
  readonly credentials: Credentials;
  readonly endpoint: AnyEndpoint;
  readonly actor: unknown;
  readonly input: unknown;
}

/** Runs the endpoint, with these dependencies in place of its own. */
type Run = (deps?: unknown) => unknown;

export interface Idempotency {
  /** Runs, or answers what was answered before. */
  around(call: Call, run: Run): unknown;
}

export interface IdempotencyOptions {
  readonly db: Database;
  readonly store: IdempotencyStore;
  readonly clock: Pick<Clock, "now">;
  /** Answers may show a secret once: they are kept sealed. */
  readonly sealer: Sealer;
  /** The dependencies of endpoints, with every store on the database of this transaction. */
  readonly depsOn: (whole: OneTransaction) => unknown;
}

/** Whether an endpoint changes something once, however often it is called with one key. */
export function takesIdempotencyKey({ auth, id, output }: Pick<AnyEndpoint, "auth" | "id" | "output">): boolean {
  return output.kind === "json" && (READS.has(auth) ? CHANGES_TOO.has(id) : !READS_TOO.has(id));
}

/** Whether an endpoint changes nothing, although its callers are of a kind that calls for changes. */
export function isReadOfStaff({ id }: Pick<AnyEndpoint, "id">): boolean {
  return READS_TOO.has(id);
}

export function idempotency(options: IdempotencyOptions): Idempotency {
  return {
    around(call, run) {
      const header = call.credentials.headers["idempotency-key"];
      const caller = call.actor as Caller | undefined;
      if (header === undefined || !caller || !takesIdempotencyKey(call.endpoint)) return run();
      const key = Array.isArray(header) ? (header[0] ?? "") : header;
      if (!KEY.test(key)) throw idempotencyErrors.badKey();
      const { uid, credential } = caller;
      return answerOnce(options, { uid, credential, key }, call, run);
    },
  };
}

/**
 * What the caller asks for. Codes of the second factor are left out: each counts once, so a caller that does not know what
 * became of a request can repeat it only with the next one. `code` alone is another parameter: a market.
 */
function requestOf({ endpoint, input }: Call): unknown {
  if (endpoint.input.params?.properties["recovery_code"] === undefined) return input;
  const { params, ...rest } = input as { readonly params: Readonly<Record<string, unknown>> };
  const { code: _code, recovery_code: _recoveryCode, ...asked } = params;
  return { ...rest, params: asked };
}

async function answerOnce(options: IdempotencyOptions, request: RequestId, call: Call, run: Run): Promise<unknown> {
  const requestHash = createHash("sha256")
    .update(`${call.endpoint.id} ${JSON.stringify(requestOf(call))}`)
    .digest();
  const oldest = plusMillis(options.clock.now(), -KEPT_MS);
  const known = await options.store.find(request, oldest);
  if (known) return answerOf(options, request, requestHash, known);
  for (let runs = 1; ; runs++) {
    const outcome = await runOnce(options, request, requestHash, run);
    if ("value" in outcome) return outcome.value;
    if ("known" in outcome) return answerOf(options, request, requestHash, outcome.known);
    if (runs === MAX_RUNS || !isRetriable(outcome.error)) throw outcome.error;
  }
}

type Outcome = { readonly value: unknown } | { readonly known: KeptRequest | "running" } | { readonly error: unknown };

/** Makes the change and keeps its answer, in one transaction that begins with the change. */
async function runOnce(
  { db, store, clock, sealer, depsOn }: IdempotencyOptions,
  request: RequestId,
  requestHash: Buffer,
  run: Run,
): Promise<Outcome> {
  const at = clock.now();
  const found: { known?: KeptRequest | "running" } = {};
  const whole = new OneTransaction(db, async (tx) => {
    const begun = await store.begin(tx, request, plusMillis(at, -KEPT_MS));
    if (begun === "begun") return;
    found.known = begun;
    throw idempotencyErrors.running();
  });
  try {
    const value = await run(depsOn(whole));
    const answer = sealer.seal(Buffer.from(JSON.stringify(kept(value))), placeOf(request));
    await whole.commit((tx) => store.keep(tx, request, { requestHash, answer, at }));
    return { value };
  } catch (error) {
    if (found.known) {
      await whole.rollBack();
      return { known: found.known };
    }
    const isRefusal = error instanceof AppError && error.status < 500;
    // Effects of a refusal, such as a used code, stay as they do without a key. The request is not kept.
    if (isRefusal && whole.hasBegun) await whole.commit();
    else await whole.rollBack();
    return { error };
  }
}

/** @throws idempotencyErrors.otherRequest, idempotencyErrors.running, idempotencyErrors.unknown */
function answerOf(
  { sealer }: IdempotencyOptions,
  request: RequestId,
  requestHash: Buffer,
  known: KeptRequest | "running",
): unknown {
  if (known === "running") throw idempotencyErrors.running({}, SOON);
  if (!known.requestHash.equals(requestHash)) throw idempotencyErrors.otherRequest();
  if (known.answer === null) throw idempotencyErrors.unknown();
  const { value, headers } = JSON.parse(sealer.open(known.answer, placeOf(request)).toString()) as KeptAnswer;
  return headers ? withHeaders(value, headers) : value;
}

interface KeptAnswer {
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function kept(answer: unknown): KeptAnswer {
  return answer instanceof WithHeaders ? { value: answer.value, headers: answer.headers } : { value: answer };
}

/** The context that an answer is sealed to: it opens nowhere else. */
function placeOf(request: RequestId): string {
  return answerRecord(`${request.uid} ${storedKey(request)}`);
}
