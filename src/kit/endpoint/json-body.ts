/** Reads a JSON request body without letting its shape do harm. */
import { isUtf8 } from "node:buffer";

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Deeper nesting than this is not an honest document, and recursive code further in must not overflow on it. */
const MAX_DEPTH = 64;

/**
 * Parses UTF-8 JSON (RFC 8259); a byte order mark before it is taken away. Refuses text that is not JSON, nesting
 * deeper than 64, members named `__proto__` (they change the prototype when copied), NUL characters and lone halves of
 * surrogate pairs (PostgreSQL cannot store either), and numbers too large to be kept.
 */
export function parseJsonBody(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return { ok: false, message: "request body is required" };
  if (depthOf(bytes) > MAX_DEPTH) return { ok: false, message: `JSON is nested deeper than ${MAX_DEPTH} levels` };
  if (!isUtf8(bytes)) return { ok: false, message: "request body is not UTF-8" };
  const text = bytes.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text.codePointAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return { ok: false, message: "request body is not valid JSON" };
  }
  // Escapes can spell all of these, so the cheap look at the text only decides whether the careful look is needed.
  if ((text.includes("__proto__") || text.includes("\\u")) && holds(value, forbidden)) {
    return {
      ok: false,
      message: "JSON must not contain NUL characters, halves of surrogate pairs, or members named __proto__",
    };
  }
  if (MAYBE_TOO_LARGE.test(text) && holdsInfinity(value)) {
    return { ok: false, message: "JSON must not contain numbers beyond 1.797e308" };
  }
  return { ok: true, value };
}

/** What a number too large for 64 bits has in its text. It would be read as infinite, and written again as null. */
const MAYBE_TOO_LARGE = /[0-9]e\+?[0-9]{2}|[0-9]{200}/i;

function depthOf(bytes: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return deepest;
}

function forbidden(text: string, isName: boolean): boolean {
  return text.includes("\0") || /\p{Surrogate}/u.test(text) || (isName && text === "__proto__");
}

function holds(value: unknown, test: (text: string, isName: boolean) => boolean): boolean {
  if (typeof value === "string") return test(value, false);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holds(item, test));
  return Object.entries(value).some(([name, member]) => test(name, true) || holds(member, test));
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}
