/** Text within HTML, and the policy that its page is shown under. */
import { createHash } from "node:crypto";

const NOWHERE_ELSE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function escapeHtml(raw: string): string {
  return raw.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** The policy of a page that loads nothing: it may show itself, with this one style. */
export function stillPagePolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; ${NOWHERE_ELSE}`;
}

/**
 * The policy of a page with our scripts. The program that shows documents sets styles on elements, which no hash can
 * allow.
 */
export const SCRIPTED_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
  `connect-src 'self'; ${NOWHERE_ELSE}`;

/**
 * The policy of the console: its own files, and requests to this server. Previews of its pages are in no frame, and
 * its forms are sent by scripts alone.
 */
export const CONSOLE_POLICY = `default-src 'self'; img-src 'self' data:; object-src 'none'; ${NOWHERE_ELSE}`;
