/** How the pages at `/docs` are answered, whichever service they show. */
import type { RawBody, WithHeaders } from "../kit/endpoint/output.ts";
import { text, withHeaders } from "../kit/endpoint/output.ts";
import { frontErrors, type FrontDeps } from "./front.ts";
import { SCRIPTED_PAGE_POLICY } from "./html.ts";

export const docsOutput = text("text/html; charset=utf-8", {
  cacheControl: "no-cache",
  headers: { "content-security-policy": "Only scripts of this server" },
});

/** @throws AppError when the service does not exist. */
export async function docsAnswer({ docs }: FrontDeps, service?: string): Promise<WithHeaders<RawBody>> {
  const page = await docs.page(service);
  if (!page) throw frontErrors.unknownPath();
  return withHeaders(page, { "content-security-policy": SCRIPTED_PAGE_POLICY });
}
