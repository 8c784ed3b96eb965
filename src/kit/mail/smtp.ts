/** Mail over SMTP (RFC 5321, RFC 8314): the only place that knows nodemailer. */
import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { MailError, type MailCarrier, type MailFailure } from "./mail.ts";

export interface SmtpOptions {
  /** `smtp://user:password@host:port` (TLS when the server offers it), or `smtps://` (TLS from the start). */
  readonly url: string;
  /** The sender: `Name <name@example.com>` or the bare address. */
  readonly from: string;
  /** For one mail as a whole. Default 60,000. */
  readonly timeoutMs?: number;
  /** Without any sign of life. Default 15,000. */
  readonly silenceMs?: number;
}

const TIMEOUT_MS = 60_000;
const SILENCE_MS = 15_000;
const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const MAX_REASON = 300;

/**
 * Opens nothing yet: each mail has a connection of its own, so nothing needs to be closed. Credentials go only over TLS,
 * except to this machine itself.
 *
 * @throws UserError when the address or the sender cannot be read.
 */
export function smtpCarrier({ url, from, timeoutMs = TIMEOUT_MS, silenceMs = SILENCE_MS }: SmtpOptions): MailCarrier {
  const server = readSmtpUrl(url);
  const domain = senderDomain(from);
  const transport = createTransport({
    ...server,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    // We write the mail's text; nothing in it may make the library read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, key }, signal) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          messageId: `<${key}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        });
      } catch (error) {
        const hidden = withoutAddress(error, to);
        throw mailError(hidden, signal?.aborted === true ? "the program is stopping" : undefined);
      }
    },
  };
}

/**
 * Connects, logs in where the address has a name, and sends nothing. Answers what was found.
 *
 * @throws UserError when no mail could be sent; the signal's reason
 */
export async function trySmtp({ url, from }: Pick<SmtpOptions, "url" | "from">, signal: AbortSignal): Promise<string> {
  const server = readSmtpUrl(url);
  senderDomain(from);
  const limits = { connectionTimeout: SILENCE_MS, greetingTimeout: SILENCE_MS, socketTimeout: SILENCE_MS };
  const transport = createTransport({ ...server, ...limits, dnsTimeout: SILENCE_MS });
  const place = `${server.host}:${server.port}`;
  const stop = (): void => transport.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await transport.verify();
    return "auth" in server ? `${place} answers and lets this account in` : `${place} answers`;
  } catch (error) {
    signal.throwIfAborted();
    throw new UserError(`${place}: ${mailError(error).message}`, { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
    transport.close();
  }
}

const MAX_URL_CHARACTERS = 2_000;

/** The server's data for nodemailer. Exported for its tests. */
export function readSmtpUrl(text: string) {
  const url = text.length <= MAX_URL_CHARACTERS && URL.canParse(text) ? new URL(text) : undefined;
  const isSecure = url?.protocol === "smtps:";
  if (!url || (!isSecure && url.protocol !== "smtp:") || url.hostname === "" || url.search !== "" || url.hash !== "") {
    throw new UserError("The address of the mail server must be smtp://user:password@host:port, or smtps://.");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decoded(url.username);
  const auth = user === "" ? {} : { auth: { user, pass: decoded(url.password) } };
  return {
    host,
    port: url.port === "" ? (isSecure ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port),
    secure: isSecure,
    requireTLS: user !== "" && !isSecure && !isThisMachine(host),
    ...auth,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UserError("The name and password in the address of the mail server must be percent-encoded.");
  }
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function senderDomain(from: string): string {
  const domain = /@([A-Za-z0-9.-]{1,253})>?$/.exec(from.trim())?.[1];
  if (domain === undefined) throw new UserError("The sender of mail must be an address: Name <name@example.com>.");
  return domain;
}

/** Codes of nodemailer for problems of the server or of our settings: the next mail would fail too. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  "ECONNECTION",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EREQUIRETLS",
  "EPROTOCOL",
  "EAUTH",
  "ENOAUTH",
  "ECONFIG",
  "EPROXY",
]);

const RECIPIENT = "(the recipient)";

/** Servers repeat the address that they refuse, and the log is kept where the mail is not. */
function withoutAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error;
  error.message = replaceAddress(error.message, address);
  if (error.stack !== undefined) error.stack = replaceAddress(error.stack, address);
  return error;
}

/** In whatever case it is written. */
function replaceAddress(text: string, address: string): string {
  if (address === "") return text;
  const [lower, wanted] = [text.toLowerCase(), address.toLowerCase()];
  // A few letters have more places in lower case: then places of the one are not those of the other.
  if (lower.length !== text.length || wanted.length !== address.length) return text.replaceAll(address, RECIPIENT);
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)].join(RECIPIENT);
}

function mailError(error: unknown, says?: string): MailError {
  if (!(error instanceof Error)) return new MailError("deferred", "the mail could not be sent", error);
  const code = codeOf(error) ?? "";
  const permanent = "permanent" in error && error.permanent === true;
  const failure: MailFailure = UNREACHABLE.has(code) ? "unreachable" : permanent ? "refused" : "deferred";
  const reason = says ?? (code === "EABORT" ? "the mail server took too long" : error.message);
  return new MailError(failure, reason.replace(/\s+/g, " ").slice(0, MAX_REASON), error);
}
