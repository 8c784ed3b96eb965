/** What an exchange or its library said, made fit for logs and for people. */

const MAX_LENGTH = 300;
/** Everything after `?` of an address: it holds signatures, and keys at some exchanges. */
const QUERY = /\?[^\s"']*/g;
/** A name and a password before the host of an address, as proxies have them. */
const USER_INFO = /(:\/\/)[^\s/@"']+@/g;
/** The credentials of an `Authorization` header. */
const AUTHORIZATION = /\b(basic|bearer)\s+[\w+/=.~-]{6,}/gi;
/** Members, parameters and headers that are named like secrets, in JSON, in forms, and in JSON within JSON. */
const NAMED =
  /((?:key|token|secret|passphrase|password|memo|sign|signature|jwt)(?:\\?["'])?\s*[=:]\s*(?:\\?["'])?)[^\s"'&,}\\]+/gi;
/**
 * Long words with a digit in them: keys of streams stand in the path of an address, and signatures anywhere. Longer than
 * what an order is called.
 */
const OPAQUE = /(?<![\w+-])(?=[\w+-]*\d)[\w+-]{33,}={0,2}/g;

/**
 * Takes out the given secrets, in whatever spelling an address, a header or JSON gives them; the queries of addresses;
 * values that are named like secrets, and words that look like them; cuts at 300 characters.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    for (const spelling of spellingsOf(secret)) {
      clean = clean.replaceAll(spelling, "***");
    }
  }
  clean = clean
    .replace(QUERY, "")
    .replace(USER_INFO, "$1")
    .replace(AUTHORIZATION, "$1 ***")
    .replace(NAMED, "$1***")
    .replace(OPAQUE, "***")
    .replace(/\s+/g, " ")
    .trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/** As it is, in an address, in a form and in JSON. */
function spellingsOf(secret: string): ReadonlySet<string> {
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  return new Set([secret, inForm, inForm.replaceAll("+", "%20"), JSON.stringify(secret).slice(1, -1)]);
}
