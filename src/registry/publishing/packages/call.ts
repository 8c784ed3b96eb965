/**
 * One request of an ownership check, and how such a check ends early. A checker reads as the straight story of a
 * package that is owned; everything that ends the story sooner is thrown as `CheckEnded` and becomes the verdict.
 */
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer } from "../../../kit/outbound/outbound.ts";
import { formRefusal, type PackageForm } from "./core/form.ts";
import type { OwnershipVerdict, PackageToCheck } from "./core/package.ts";

/** Asks one package registry whether a package names a server. Never rejects because of the registry's behaviour. */
export interface OwnershipChecker {
  check(pkg: PackageToCheck, serverName: string, signal: AbortSignal): Promise<OwnershipVerdict>;
}

/** Where failures go that the publisher sees only in general words. A pino logger is one. */
export interface OwnershipLog {
  info(fields: object, message: string): void;
}

/** Ends a check with a verdict. */
export class CheckEnded extends Error {
  override readonly name = "CheckEnded";
  readonly verdict: OwnershipVerdict;

  constructor(kind: "skipped" | "refused" | "unavailable", why: string) {
    super(why);
    this.verdict = { kind, why };
  }
}

export interface RegistryRequest {
  readonly url: string;
  readonly method?: "GET" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  /** The request, as it may be shown: "https://registry.npmjs.org". */
  readonly shown: string;
  readonly redirectAllowed?: (url: URL) => boolean;
  /** The meaning of "too many requests" (429); `unavailable` unless said otherwise. */
  readonly whenBusy?: "skipped" | "unavailable";
  readonly signal: AbortSignal;
}

/** Sends one request. @throws CheckEnded without an answer, or with one that says nothing (429, 5xx). */
export type RegistryCall = (request: RegistryRequest) => Promise<OutboundAnswer>;

/** Some package registries ask their clients to say who they are. */
const USER_AGENT = "Tripod-Registry-Validator/1.0";

/** Descriptions of packages with thousands of versions, and readme files, stay below this; nothing else is read. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

const MAX_REDIRECTS = 5;

export function registryCall(outbound: Outbound, timeoutMs: number, log: OwnershipLog | undefined): RegistryCall {
  return async ({ url, method = "GET", headers = {}, shown, redirectAllowed, whenBusy = "unavailable", signal }) => {
    let answer: OutboundAnswer;
    try {
      answer = await outbound.request({
        url,
        method,
        headers: { "User-Agent": USER_AGENT, Accept: "application/json", ...headers },
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs,
        redirects: MAX_REDIRECTS,
        redirectAllowed,
        signal,
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      log?.info({ url, kind: error.kind, err: error }, "a package registry could not be asked");
      const passing = error.kind === "unreachable" || error.kind === "timeout";
      throw passing
        ? new CheckEnded("unavailable", `${shown} could not be asked now: ${lowerFirst(error.reason)} Try again later.`)
        : new CheckEnded("refused", `${shown} gave no usable answer: ${lowerFirst(error.reason)}`);
    }
    if (answer.status === 429) {
      throw new CheckEnded(
        whenBusy,
        `${shown} is asked too often (429 Too Many Requests). Try again in a few minutes.`,
      );
    }
    if (answer.status >= 500) {
      throw new CheckEnded("unavailable", `${shown} is out of order (it answered ${answer.status}). Try again later.`);
    }
    return answer;
  };
}

/** Makes a checker of a registry type's form and of the story that its packages must tell. */
export function ownershipChecker(
  form: PackageForm,
  look: (pkg: PackageToCheck, serverName: string, signal: AbortSignal) => Promise<OwnershipVerdict>,
): OwnershipChecker {
  return {
    async check(pkg, serverName, signal) {
      const why = formRefusal(pkg, form);
      if (why !== undefined) return { kind: "refused", why };
      try {
        return await look(pkg, serverName, signal);
      } catch (error) {
        if (error instanceof CheckEnded) return error.verdict;
        throw error;
      }
    },
  };
}

/**
 * The answer's body as JSON. @throws CheckEnded when it is not JSON: then something else answers in place of the
 * registry.
 */
export function readJson(answer: OutboundAnswer, shown: string): unknown {
  try {
    return JSON.parse(answer.body.toString("utf8")) as unknown;
  } catch {
    throw new CheckEnded("unavailable", `${shown} answered something that is not JSON. Try again later.`);
  }
}

/** @throws CheckEnded unless the status is 200. For statuses that the registry's interface gives no meaning. */
export function requireOk(answer: OutboundAnswer, shown: string): void {
  if (answer.status !== 200)
    throw new CheckEnded("refused", `${shown} answered ${answer.status}, which is not expected.`);
}

function lowerFirst(sentence: string): string {
  return /^(The|There) /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
