/** Who comes, by a key. */
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Credentials } from "../../kit/endpoint/form.ts";
import type { Caller } from "../caller.ts";
import { pushErrors } from "./errors.ts";

export type ByKey = (credentials: Credentials) => Caller | undefined | Promise<Caller | undefined>;

/**
 * The caller of a key that came in a message instead of the headers. What it signs is the path without a query.
 *
 * Cookies are not looked at, here or elsewhere: a browser sends them from any page, and nothing else would keep pages of
 * others from following what belongs to whoever is logged in.
 */
export async function callerOf(
  byKey: ByKey,
  headers: Readonly<Record<string, string>>,
  from: { readonly path: string; readonly address: string },
): Promise<Caller> {
  const { path: url, address } = from;
  const caller = await byKey({ method: "GET", url, headers, address, rawBody: undefined });
  if (!caller) throw pushErrors.missingKey();
  return caller;
}

/** What may be shown of a failure, which is told to `report` where it is not a refusal. */
export function shownError(error: unknown, report: (error: unknown) => void): { code: number; error: string } {
  if (!(error instanceof AppError)) report(error);
  const { code, message } = error instanceof AppError ? error : pushErrors.failed();
  return { code: Number(code), error: message };
}
