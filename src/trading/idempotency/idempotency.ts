/**
 * `Idempotency-Key`: who does not know whether a change was made may ask for it again. The same key with the same request
 * gets the first answer for a day, and nothing is done twice.
 */
import { createHash } from "node:crypto";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import { AppError, errors } from "../../kit/errors/catalogue.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import type { Sealer } from "../../kit/auth/seal.ts";
import type { Caller } from "../caller.ts";
import type { IdempotencyStore } from "./store.ts";

const idempotencyErrors = errors("idempotency", {
  badKey: { status: 422, says: "An Idempotency-Key has 1 to 128 letters, digits, '-', '_', '.' or ':'", code: "2300" },
  otherRequest: { status: 422, says: "This Idempotency-Key was used for another request", code: "2440" },
  running: {
    status: 409,
    says: "The request with this Idempotency-Key has no answer yet. Look at what it would have made before you send another",
    code: "2441",
  },
});

const KEPT_MS = 24 * 3600 * 1000;
const KEY = /^[A-Za-z0-9._:-]{1,128}$/;
/** Kinds of callers whose calls change nothing. */
const READS = new Set(["public", "visitor", "user", "owner"]);

export interface ForgetRequestsDeps {
  readonly idempotent: IdempotencyStore;
  readonly clock: Pick<Clock, "now">;
}

/** Forgets what nobody can ask for again. */
export async function forgetOldRequests({ idempotent, clock }: ForgetRequestsDeps): Promise<void> {
  await idempotent.prune(plusMillis(clock.now(), -KEPT_MS));
}

interface Call {
  readonly credentials: Credentials;
  readonly endpoint: AnyEndpoint;
  readonly actor: unknown;
  readonly input: unknown;
}

export interface Idempotency {
  /** Runs, or answers what was answered before. */
  around(call: Call, run: () => unknown): unknown;
}

/** @param sealer answers may show a secret once: they are kept sealed */
export function idempotency(store: IdempotencyStore, clock: Pick<Clock, "now">, sealer: Sealer): Idempotency {
  const once = async (uid: number, key: string, call: Call, run: () => unknown): Promise<unknown> => {
    if (!KEY.test(key)) throw idempotencyErrors.badKey();
    const at = clock.now();
    const requestHash = createHash("sha256")
      .update(`${call.endpoint.id} ${JSON.stringify(call.input)}`)
      .digest();
    const known = await store.begin({ uid, key, requestHash, at }, plusMillis(at, -KEPT_MS));
    if (known) {
      if (!known.requestHash.equals(requestHash)) throw idempotencyErrors.otherRequest();
      if (known.answer === null) throw idempotencyErrors.running();
      return JSON.parse(sealer.open(known.answer, placeOf(uid, key)).toString()) as unknown;
    }
    let value: unknown;
    try {
      value = await run();
    } catch (error) {
      // A refusal has changed nothing. After a failure, nobody knows: the key stays taken.
      if (error instanceof AppError && error.status < 500) await store.forget(uid, key);
      throw error;
    }
    await store.finish(uid, key, sealer.seal(Buffer.from(JSON.stringify(value)), placeOf(uid, key)));
    return value;
  };
  return {
    around(call, run) {
      const header = call.credentials.headers["idempotency-key"];
      const caller = call.actor as Caller | undefined;
      const { auth, output } = call.endpoint;
      if (header === undefined || !caller || READS.has(auth) || output.kind !== "json") return run();
      return once(caller.uid, Array.isArray(header) ? (header[0] ?? "") : header, call, run);
    },
  };
}

/** What an answer is sealed to: it opens nowhere else. */
function placeOf(uid: number, key: string): string {
  return `idempotent ${uid} ${key}`;
}
