/**
 * Sessions of browsers: a cookie in place of a credential. The credential is sealed within it with the installation's
 * secret, so nothing is stored, and every process opens it. Each request is then authenticated with the credential
 * itself: when that is revoked, the session ends.
 *
 * A cookie that was copied from a browser counts until its time is over, also after the browser has signed out. So
 * sessions are short, and ending the credential ends them all.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { cookieOf, valueInCookies } from "../text/cookie.ts";
import { fromSeconds, toSeconds, type Instant } from "../time/instant.ts";
import { csrfToken, isCsrfToken } from "./csrf-token.ts";
import { isFromOtherSite } from "./other-site.ts";
import { SealError, type Sealer } from "./seal.ts";

/** The content of a session. Pages cannot read it. */
export interface Held {
  /** As it would be sent without a session. */
  readonly credential: string;
  /** With which the service gets the next credential. */
  readonly renewal?: string | undefined;
  readonly endsAt: Instant;
}

export interface BrowserSession extends Held {
  readonly csrfToken: string;
}

/** What an operation may know of the session that calls it. */
export type SignedIn = Pick<BrowserSession, "csrfToken" | "endsAt" | "renewal">;

/** The credentials of a request: `ended` for a cookie that does not count any more. */
export type ShownSession =
  | { readonly kind: "none" | "ended" | "noCsrf" | "otherSite" }
  | { readonly kind: "session"; readonly session: BrowserSession };

/** The caller of endpoints without authentication. */
export interface Visitor {
  readonly shown: ShownSession;
  /** Nothing of a session may begin or end by a page of another site. */
  readonly isFromOtherSite: boolean;
}

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface CredentialCookie {
  /**
   * The `Set-Cookie` of a new session, to whole seconds. Undefined when the credential is too long for a cookie, or for a
   * session at all: so whatever `begin` has sealed can be opened.
   */
  begin(held: Held, now: Instant): { readonly setCookie: string; readonly session: BrowserSession } | undefined;
  /** The session of a request. Where the request may change something, it must show the session's CSRF token. */
  shownBy(request: Request, now: Instant): ShownSession;
  /** The facts about a caller who begins or ends a session. */
  visitorOf(request: Request, now: Instant): Visitor;
  /**
   * The content of a request's cookie. No CSRF token is needed: only for requests with another proof, or requests that
   * do no harm when a page of another site causes them.
   */
  heldBy(request: Pick<Request, "headers">, now: Instant): Held | undefined;
  /** The `Set-Cookie` that removes it. */
  readonly ended: string;
}

export interface CredentialCookieOptions {
  /** Whose sessions these are: `players`. No other service opens them. */
  readonly service: string;
  readonly sealer: Sealer;
  /** Where browsers reach this server. With https, the cookie goes over https only. */
  readonly publicUrl?: string | undefined;
}

/** Browsers keep 4096 bytes of name and value (RFC 6265bis). */
const MAX_COOKIE = 4096 - 64;
/** No credential is as long as this. What repeats itself is packed into a cookie that a browser keeps, and is refused too. */
const MAX_HELD_BYTES = 65_536;

const sealedText = Type.Object({
  credential: Type.String(),
  renewal: Type.Optional(Type.String()),
  endsAt: Type.Integer({ minimum: 0, maximum: 100_000_000_000 }),
});
const validator = Compile(sealedText);

export function credentialCookie({ service, sealer, publicUrl }: CredentialCookieOptions): CredentialCookie {
  const kind = { isSecure: publicUrl?.startsWith("https:") ?? false };
  const name = `tripod_${service}`;
  const record = `session of ${service}`;

  const open = (cookie: string, now: Instant): BrowserSession | undefined => {
    const content = unsealed(sealer, cookie, record);
    if (!content) return undefined;
    const endsAt = fromSeconds(content.endsAt);
    return now < endsAt ? { ...content, endsAt, csrfToken: csrfToken(service, cookie) } : undefined;
  };

  return {
    begin({ credential, renewal, endsAt }, now) {
      const seconds = toSeconds(endsAt);
      const content = { credential, ...(renewal === undefined ? {} : { renewal }), endsAt: seconds };
      const bytes = Buffer.from(JSON.stringify(content));
      if (bytes.length > MAX_HELD_BYTES) return undefined;
      const cookie = sealer.seal(deflateRawSync(bytes), record);
      if (cookie.length > MAX_COOKIE) return undefined;
      const session = { ...content, endsAt: fromSeconds(seconds), csrfToken: csrfToken(service, cookie) };
      return { setCookie: cookieOf(kind, name, cookie, Math.max(0, seconds - toSeconds(now))), session };
    },
    shownBy,
    heldBy({ headers }, now) {
      const cookie = valueInCookies(kind, name, textOf(headers["cookie"]));
      return cookie === undefined ? undefined : open(cookie, now);
    },
    visitorOf: (request, now) => ({
      shown: shownBy(request, now),
      isFromOtherSite: isFromOtherSite(request.headers, publicUrl),
    }),
    ended: cookieOf(kind, name, "", 0),
  };

  function shownBy({ method, headers }: Request, now: Instant): ShownSession {
    const cookie = valueInCookies(kind, name, textOf(headers["cookie"]));
    if (cookie === undefined) return { kind: "none" };
    const session = open(cookie, now);
    if (!session) return { kind: "ended" };
    if (method === "GET" || method === "HEAD") return { kind: "session", session };
    if (isFromOtherSite(headers, publicUrl)) return { kind: "otherSite" };
    const isShown = isCsrfToken(service, cookie, textOf(headers["x-csrf-token"]));
    return isShown ? { kind: "session", session } : { kind: "noCsrf" };
  }
}

/** Undefined for text that this installation did not seal for this service, or sealed with a key that is gone. */
function unsealed(sealer: Sealer, cookie: string, record: string): Static<typeof sealedText> | undefined {
  try {
    const bytes = inflateRawSync(sealer.open(cookie, record), { maxOutputLength: MAX_HELD_BYTES });
    const content: unknown = JSON.parse(bytes.toString("utf8"));
    return validator.Check(content) ? content : undefined;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.join("; ");
}
