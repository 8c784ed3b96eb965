/** The facts in an error of the library beside its message. */
import { fromMillis } from "../../../kit/time/instant.ts";
import { retryAfterMs } from "../../../kit/time/retry-after.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { scrub } from "../core/scrub.ts";
import type { CcxtResponse } from "./library.ts";

interface ResponseFacts {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
}

export interface ErrorFacts {
  /** Names of its class and of those above it, the most special one first. */
  readonly classes: readonly string[];
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Without secrets. */
  readonly message: string;
}

const RESPONSES = new WeakMap<object, ResponseFacts>();

/** Remembers of which answer an error was made. */
export function noteResponse(error: unknown, { status, headers }: CcxtResponse, nowMs: number): void {
  if (typeof error !== "object" || error === null) return;
  RESPONSES.set(error, { status, retryAfterMs: retryAfter(headers, nowMs) });
}

/** For errors of requests that are sent without anybody's key. */
export const NO_SECRETS: readonly string[] = [];

/** @param secrets all that the instance of the library had which threw it: none of them is in the message */
export function errorFacts(error: unknown, secrets: readonly string[]): ErrorFacts {
  const response = typeof error === "object" && error !== null ? RESPONSES.get(error) : undefined;
  return {
    classes: errorClasses(error),
    status: response?.status,
    retryAfterMs: response?.retryAfterMs,
    message: scrub(error instanceof Error ? error.message : String(error), secrets),
  };
}

/** Names of an error's class and of those above it, the most special one first. */
export function errorClasses(error: unknown): string[] {
  const names: string[] = [];
  if (!(error instanceof Error)) return names;
  for (
    let type = error.constructor as { readonly name: string } | null;
    type && type.name !== "";
    type = Object.getPrototypeOf(type) as { readonly name: string } | null
  ) {
    names.push(type.name);
  }
  return names[0] === error.name ? names : [error.name, ...names];
}

/** Whether the exchange says that it does not have the market. */
export function isUnlisted(error: unknown): boolean {
  return errorClasses(error).some((name) => name === "BadSymbol" || name === "ContractUnavailable");
}

/** Exchanges ban for up to three days; what asks for more is a mistake, or the clocks differ. */
const LONGEST_BAN_MS = 30 * DAY_MS;

function retryAfter(headers: CcxtResponse["headers"], nowMs: number): number | undefined {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return typeof value === "string" ? retryAfterMs(value, fromMillis(nowMs), LONGEST_BAN_MS) : undefined;
}
