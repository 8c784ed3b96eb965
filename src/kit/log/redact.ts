/** Keeps secrets out of the log: by the name of a member, and by what a text looks like. */
import { HIDDEN, maskBearerKey, maskJwt, maskPassword, maskPrivateKeys } from "./mask-secret.ts";

const MAX_DEPTH = 6;
const MAX_MEMBERS = 100;
const MAX_TEXT = 8192;
const MAX_CAUSES = 5;
const MAX_STACK = 4096;

/**
 * Names, without case and separators, that hold something secret. An address that may hold credentials, such as
 * `databaseUrl`, is not among them: its password is masked and the rest stays readable.
 */
const SECRET_NAME =
  /authorization|cookie|password|passwd|passphrase|secret|token|apikey|privatekey|keymaterial|credential|mnemonic|signature|signedtimestamp|sessionid|jwt|^(key|pem|nonce|otp|seed)$/;

/** Names that only speak about a secret: `tokenId`, `secretCount`. */
const ABOUT_A_SECRET = /(id|kind|type|count|present|expiresat|expiresin)$/;

/** The useful part of a failure from outside; its other members may hold rows, requests or credentials. */
const ERROR_MEMBERS = [
  "code",
  "status",
  "errno",
  "syscall",
  "hostname",
  "port",
  "severity",
  "schema",
  "table",
  "constraint",
] as const;

const TEXT_MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer)\s+[a-z0-9._~+/=-]{10,}/gi, `$1 ${HIDDEN}`],
  [/(authorization\W{1,4}basic)\s+[a-z0-9+/=_-]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:^|[^\w.-])(?:access_token|refresh_token|id_token|token|api_?key|key|secret|password|code|signature)=)[^\s&;"']+/gi,
    `$1${HIDDEN}`,
  ],
  // A member of JSON that was made a text.
  [
    /("(?:access_?token|refresh_?token|id_?token|token|api_?key|key|secret|password|authorization|signature)"\s{0,8}:\s{0,8}")(?:[^"\\]|\\.)*/gi,
    `$1${HIDDEN}`,
  ],
  // The secret of a trading key alone looks like any digest: what is left is enough to tell digests apart, and to guess no secret.
  [/\b([0-9a-f]{8})[0-9a-f]{56}\b/gi, `$1${HIDDEN}`],
  [/\b[a-z]{2,5}_[0-9A-Za-z]{43}\b/g, HIDDEN],
];

/** Characters that an address may be in, and those that a JWT or a key may be in. */
const WORD = /[^\s"]+/g;
const DOTTED = /[\w.-]+/g;

/** An error as plain data: what it is, where it came from, and up to five causes below it. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  readonly [member: string]: unknown;
}

/**
 * A copy of `fields` that may be logged. Members with a secret's name are replaced, texts are masked and cut at 8,192
 * characters, and errors become data. Anything deeper than six levels or past a hundred members is left out.
 */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return copyMembers(Object.entries(fields), 0);
}

/** Text with passwords in addresses, bearer tokens, JWTs and private keys masked; cut at 8,192 characters. */
export function maskText(text: string): string {
  let masked = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
  masked = maskPrivateKeys(masked).replace(WORD, maskPassword).replace(DOTTED, maskJwt).replace(DOTTED, maskBearerKey);
  for (const [pattern, replacement] of TEXT_MASKS) masked = masked.replace(pattern, replacement);
  return masked;
}

/** Whether a member of this name must not be shown. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return SECRET_NAME.test(plain) && !ABOUT_A_SECRET.test(plain.replace(/sessionid$/, "session"));
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === "string") return maskText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  return typeof value === "object" && value !== null ? copyObject(value, depth) : value;
}

function copyObject(value: object, depth: number): unknown {
  if (value instanceof Error) return errorFields(value, 0);
  if (depth >= MAX_DEPTH) return "[deep]";
  if (Array.isArray(value)) return copyItems(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "invalid date" : value.toISOString();
  if (value instanceof URL) return maskText(value.href);
  if (value instanceof Set) return copyItems([...value], depth);
  if (value instanceof Map) {
    return copyMembers(
      [...value].map(([key, member]) => [String(key), member]),
      depth,
    );
  }
  return copyMembers(Object.entries(value), depth);
}

function copyItems(items: readonly unknown[], depth: number): unknown[] {
  const copied = items.slice(0, MAX_MEMBERS).map((item) => copy(item, depth + 1));
  return items.length > MAX_MEMBERS ? [...copied, `[${items.length - MAX_MEMBERS} more]`] : copied;
}

function copyMembers(members: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const [name, value] of members.slice(0, MAX_MEMBERS)) {
    if (value === undefined) continue;
    copied[name] = value !== null && value !== "" && isSecretName(name) ? HIDDEN : copy(value, depth + 1);
  }
  if (members.length > MAX_MEMBERS) copied["more"] = members.length - MAX_MEMBERS;
  return copied;
}

function errorFields(error: Error, causes: number): ErrorFields {
  const fields: Record<string, unknown> = {};
  for (const name of ERROR_MEMBERS) {
    const value: unknown = (error as unknown as Record<string, unknown>)[name];
    if (typeof value === "string" || typeof value === "number") fields[name] = copy(value, 0);
  }
  return {
    type: error.name,
    message: maskText(error.message),
    ...fields,
    ...(error.stack === undefined ? {} : { stack: maskText(error.stack.slice(0, MAX_STACK)) }),
    ...(error.cause === undefined ? {} : { cause: causeFields(error.cause, causes) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, MAX_CAUSES).map((each: unknown) => causeFields(each, causes)) }
      : {}),
  };
}

function causeFields(cause: unknown, causes: number): unknown {
  if (causes + 1 >= MAX_CAUSES) return "[deep]";
  return cause instanceof Error ? errorFields(cause, causes + 1) : copy(cause, MAX_DEPTH - 1);
}
