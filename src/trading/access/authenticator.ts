/**
 * Identifies the caller of a request by its key: the header `Key` with a signed token in `Authorization`, or, for keys
 * that allow it, `Authorization: Bearer <key>.<secret>`.
 *
 * Every request pays for this, so it waits as little as possible. With a key and a stretch of nonces in memory, it
 * waits for one short query: whether the key is still valid. With a wrong secret it waits for nothing.
 */
import { matchesHash } from "../../kit/auth/hash-secret.ts";
import { LastUses } from "../../kit/auth/last-uses.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { checkClaims, type ClaimsProblem } from "./core/check-claims.ts";
import type { NonceVerdict } from "./core/nonce-window.ts";
import { claimsOf, isSignedBy, readToken, type SignedToken } from "./core/signed-token.ts";
import { accessErrors, CHALLENGE } from "./errors.ts";
import { KnownKeys, type KnownKey, type KnownKeysOptions } from "./known-keys.ts";
import type { NonceWindows } from "./nonce-windows.ts";
import type { KeyStore } from "./store.ts";

const WRITE_USES_MS = 5_000;
/** The key of callers without one, as the public clients send it. No key that we make is so short. */
const FREE_KEY = "free";
const BEARER = /^bearer +([A-Za-z0-9_-]{24,64})\.([0-9a-f]{64})$/i;

export interface AuthenticatorOptions extends KnownKeysOptions {
  readonly keys: Pick<KeyStore, "findInUse" | "epochsOf" | "touch">;
  readonly windows: NonceWindows;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #known: KnownKeys;
  readonly #uses: LastUses<number>;
  readonly #stopping = new AbortController();

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#known = new KnownKeys(options);
    this.#uses = new LastUses(options.keys);
  }

  start(): void {
    this.#options.windows.start();
    this.#options.clock.every(WRITE_USES_MS, () => this.#writeUses(), this.#stopping.signal);
  }

  /** From now on signed requests are refused (503). Writes down what is only in memory. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#options.windows.stop();
    await this.#writeUses();
  }

  /** Tells that a key was changed or revoked by this process. */
  forget(key: string): void {
    this.#known.forget(key);
  }

  /**
   * The caller. Undefined when the request has no key, an empty one, or the key `free`: public clients send an
   * `Authorization` all the same. It proves nothing without a key, so it is not read, unless it is a bearer key itself.
   *
   * @throws access errors with the codes 1820, 2000, 2001, 2010 to 2014 and 2100, and access.unavailable (503)
   */
  authenticate(credentials: Credentials): undefined | Promise<Caller> {
    const { key, authorization } = credentials.headers;
    if (key === undefined || key === "" || key === FREE_KEY) {
      if (authorization === undefined) return undefined;
      const [, bearer, secret] = BEARER.exec(textOf(authorization)) ?? [];
      if (bearer === undefined || secret === undefined) return undefined;
      return this.#byBearer(bearer, secret, credentials.address);
    }
    if (authorization === undefined || authorization === "") throw accessErrors.missingAuthorization({}, CHALLENGE);
    const token = readToken(textOf(authorization));
    if (!token) throw accessErrors.unreadable({ reason: "Authorization must be a JWT with HS256, and nothing else" });
    const now = this.#options.clock.now();
    const known = this.#known.find(textOf(key), now);
    return known instanceof Promise
      ? known.then((found) => this.#bySignature(found, token, credentials, now))
      : this.#bySignature(known, token, credentials, now);
  }

  async #bySignature(known: KnownKey, token: SignedToken, request: Credentials, now: Instant): Promise<Caller> {
    if (!isSignedBy(token, known.secret)) throw accessErrors.wrongSignature({}, CHALLENGE);
    const claims = claimsOf(token);
    if (!claims) throw accessErrors.unreadable({ reason: "the payload of the token is not a JSON object" });
    const current = await this.#known.confirm(known, now);
    const checked = checkClaims(claims, request, current.apiKey.isStrict, now);
    if ("problem" in checked) throw REFUSALS[checked.problem]();
    const caller = current.callerFrom(request.address);
    const verdict = await this.#options.windows.use(current.apiKey.id, checked.nonce);
    return this.#admit(verdict, current, caller, now);
  }

  #admit(verdict: NonceVerdict, { apiKey }: KnownKey, caller: Caller, now: Instant): Caller {
    if (verdict !== "fresh") throw accessErrors.nonceTooSmall({}, CHALLENGE);
    this.#uses.note(apiKey, now);
    return caller;
  }

  async #byBearer(key: string, secret: string, address: string): Promise<Caller> {
    const now = this.#options.clock.now();
    const found = await this.#known.find(key, now);
    if (!matchesHash(secret, found.secretHash)) throw accessErrors.invalidKey({}, CHALLENGE);
    const known = await this.#known.confirm(found, now);
    if (!known.apiKey.allowBearer) throw accessErrors.bearerRefused({}, CHALLENGE);
    const caller = known.callerFrom(address);
    this.#uses.note(known.apiKey, now);
    return caller;
  }

  async #writeUses(): Promise<void> {
    try {
      await this.#uses.write(this.#options.clock.now());
    } catch (error) {
      this.#options.log.warn(
        { err: error },
        "when API keys were last used cannot be written; the program keeps trying",
      );
    }
  }
}

const REFUSALS: { readonly [Problem in ClaimsProblem]: () => Error } = {
  unreadable: () =>
    accessErrors.unreadable({ reason: "path must be a text, body_sha256 hexadecimal, exp seconds since 1970" }),
  nonceMissing: () => accessErrors.nonceMissing({}, CHALLENGE),
  nonceMalformed: () => accessErrors.nonceMalformed({}, CHALLENGE),
  nonceAhead: () => accessErrors.nonceAhead({}, CHALLENGE),
  expired: () => accessErrors.expired({}, CHALLENGE),
  otherPath: () => accessErrors.otherPath({}, CHALLENGE),
  otherBody: () => accessErrors.otherBody({}, CHALLENGE),
  notCovered: () => accessErrors.notCovered({}, CHALLENGE),
};

/** A header that is sent twice is invalid. */
function textOf(header: string | string[]): string {
  return typeof header === "string" ? header : header.join(", ");
}
