/** A message of an exchange or its library, made fit for logs and readers. */
import { storableText } from "../../../kit/text/storable-text.ts";

const MAX_LENGTH = 300;
/** More is not read. An exchange may answer with a page of many megabytes. */
const MAX_READ = 16_384;
/** Everything after `?` of an address: it holds signatures, and keys at some exchanges. */
const QUERY = /\?[^\s"']*/g;
/** A name and a password before the host of an address, as proxies have them. */
const USER_INFO = /(:\/\/)[^\s/@"']+@/g;
/** The credentials of an `Authorization` header. */
const AUTHORIZATION = /\b(basic|bearer)\s+[\w+/=.~-]{6,}/gi;
/** How members, parameters and headers that hold secrets are named, or how their names end. */
const NAME = /key|token|secret|passphrase|password|memo|signature|sign|jwt/gi;
/** From such a name to its value: in JSON, in forms, and in JSON within JSON. */
const BETWEEN = /(?:\\?["'])?\s*[=:]\s*(?:\\?["'])?/y;
const VALUE = /[^\s"'&,}\\]+/y;
/**
 * Long words with a digit in them: keys of streams are in the path of an address, and signatures anywhere. Longer than
 * what an order is called.
 */
const OPAQUE = /(?<![\w+-])(?=[\w+-]*\d)[\w+-]{33,}={0,2}/g;

/**
 * Removes the given secrets, in any spelling of an address, a header or JSON; the queries of addresses; values that
 * are named like secrets, and words that look like them. Cuts at 300 characters.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = beginningOf(text);
  for (const secret of secrets) {
    if (secret === "") continue;
    for (const spelling of spellingsOf(secret)) {
      clean = clean.replaceAll(spelling, "***");
    }
  }
  clean = clean.replace(QUERY, "").replace(USER_INFO, "$1").replace(AUTHORIZATION, "$1 ***");
  clean = withoutNamed(clean).replace(OPAQUE, "***").replace(/\s+/g, " ").trim();
  return clean.length > MAX_LENGTH ? `${storableText(clean, MAX_LENGTH - 1)}…` : storableText(clean);
}

/** A long text to the last blank within its beginning: half of a secret would not be known for one. */
function beginningOf(text: string): string {
  return text.length <= MAX_READ ? text : text.slice(0, Math.max(text.lastIndexOf(" ", MAX_READ), 0));
}

/**
 * Without the values of what is named like a secret. In steps, because one pattern for all of it is more than a checker of
 * patterns can prove to be linear.
 */
function withoutNamed(text: string): string {
  let clean = "";
  let done = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name; name = NAME.exec(text)) {
    BETWEEN.lastIndex = NAME.lastIndex;
    if (!BETWEEN.test(text)) continue;
    VALUE.lastIndex = BETWEEN.lastIndex;
    if (!VALUE.test(text)) continue;
    clean += `${text.slice(done, BETWEEN.lastIndex)}***`;
    done = VALUE.lastIndex;
    NAME.lastIndex = done;
  }
  return clean + text.slice(done);
}

/** As it is, in an address, in a form and in JSON. */
function spellingsOf(secret: string): ReadonlySet<string> {
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  return new Set([secret, inForm, inForm.replaceAll("+", "%20"), JSON.stringify(secret).slice(1, -1)]);
}
