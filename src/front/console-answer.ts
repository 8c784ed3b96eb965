/** How pages of the console are answered. */
import { text, withHeaders, type RawBody, type WithHeaders } from "../kit/endpoint/output.ts";
import { frontErrors, type FrontDeps } from "./front.ts";
import { CONSOLE_POLICY } from "./html.ts";

export const consoleOutput = text("text/html; charset=utf-8", {
  cacheControl: "no-cache",
  headers: {
    "content-security-policy": "Only files and requests of this server",
    "referrer-policy": "Addresses of the console stay here",
  },
});

/** @throws AppError where the console is switched off. */
export async function consoleAnswer({ console }: FrontDeps): Promise<WithHeaders<RawBody>> {
  if (!console) throw frontErrors.unknownPath();
  return withHeaders(await console.page(), {
    "content-security-policy": CONSOLE_POLICY,
    "referrer-policy": "same-origin",
  });
}
