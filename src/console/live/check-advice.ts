/** The next step for a check that failed. */
import { texts } from "../say.ts";

const ADVICE: Readonly<Record<string, string>> = texts.checks.advice;

/** @param what as the check names it, such as `database`; other services may add names of their own */
export function adviceFor(what: string): string {
  return Object.hasOwn(ADVICE, what) ? (ADVICE[what] ?? "") : texts.checks.otherAdvice;
}
