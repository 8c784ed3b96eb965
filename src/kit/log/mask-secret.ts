/**
 * Masks of secrets that one pattern cannot find in time linear in the text. Each looks at every character a few times
 * at most: hostile input must not stop a log.
 */

export const HIDDEN = "[hidden]";

/** The port of an address, which is not a password, though an `@` may follow in the path: `http://host:80/@name`. */
const PORT = /^\d{1,5}(?:[/?#]|$)/;

/**
 * A word with the password of an address masked: `postgres://user:password@host`. The password may hold anything, an `@`
 * too.
 */
export function maskPassword(word: string): string {
  const last = word.lastIndexOf("@");
  for (let scheme = word.indexOf("://"); scheme !== -1 && scheme < last; scheme = word.indexOf("://", scheme + 3)) {
    const colon = endOfName(word, scheme + 3);
    if (word[colon] !== ":" || colon + 1 >= last || PORT.test(word.slice(colon + 1, colon + 7))) continue;
    return `${word.slice(0, colon)}:${HIDDEN}${word.slice(last)}`;
  }
  return word;
}

/** The first of `/`, `:` and `@`. */
function endOfName(word: string, from: number): number {
  let at = from;
  while (at < word.length && !"/:@".includes(word.charAt(at))) at++;
  return at;
}

/** Of a JWT, its header begins with `eyJ`, and header and claims have five characters more at least. */
const HEADER = "eyJ";
const MIN_HEADER = 8;
const MIN_CLAIMS = 5;

/** A word of letters, digits, `_`, `-` and full stops, with the JWT in it masked. */
export function maskJwt(word: string): string {
  if (!word.includes(HEADER)) return word;
  const parts = word.split(".");
  const masked: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const claims = parts[index + 1] ?? "";
    const start = part.startsWith(HEADER) ? 0 : part.indexOf(`-${HEADER}`) + 1;
    const isHeader = part.startsWith(HEADER, start) && part.length - start >= MIN_HEADER;
    if (isHeader && claims.length >= MIN_CLAIMS && index + 2 < parts.length) {
      masked.push(part.slice(0, start) + HIDDEN);
      index += 2;
    } else masked.push(part);
  }
  return masked.join(".");
}

const MIN_KEY = 24;
const SECRET = /^[0-9a-f]{64}$/i;
const SECRET_CHARACTERS = 64;

/** A word with a key of the trading platform and its secret masked, as bearers send them: `KEY.SECRET`. */
export function maskBearerKey(word: string): string {
  const parts = word.split(".");
  for (let index = 0; index + 1 < parts.length; index++) {
    const [key = "", secret = ""] = parts.slice(index, index + 2);
    const behind = secret.slice(SECRET_CHARACTERS);
    const isWhole = behind === "" || behind.startsWith("-");
    if (key.length < MIN_KEY || !isWhole || !SECRET.test(secret.slice(0, SECRET_CHARACTERS))) continue;
    parts.splice(index, 2, HIDDEN + behind);
  }
  return parts.join(".");
}

const KEY_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
const KEY_END = /-----END [A-Z ]{0,40}PRIVATE KEY-----/;

/** A text with the private keys in it masked, in the form of PEM. One without an end goes to the end of the text. */
export function maskPrivateKeys(text: string): string {
  let masked = "";
  let rest = text;
  for (let begin = KEY_BEGIN.exec(rest); begin; begin = KEY_BEGIN.exec(rest)) {
    masked += rest.slice(0, begin.index) + HIDDEN;
    const inside = rest.slice(begin.index + begin[0].length);
    const end = KEY_END.exec(inside);
    rest = end ? inside.slice(end.index + end[0].length) : "";
  }
  return masked + rest;
}
