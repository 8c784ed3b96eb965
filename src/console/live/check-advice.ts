/** The next step for a check that failed. */
import { say, texts } from "../say.ts";
import { programWords } from "./typed.ts";

const ADVICE: Readonly<Record<string, string>> = texts.checks.advice;

/** @param what as the check names it, such as `database`; other services may add names of their own */
export function adviceFor(what: string): string {
  return Object.hasOwn(ADVICE, what) ? (ADVICE[what] ?? "") : say(texts.checks.otherAdvice, { tripod: programWords() });
}
