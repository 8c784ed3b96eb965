/** What an exchange or its library said, made fit for logs and for people. */

const MAX_LENGTH = 300;
/** Everything after `?` of an address: it holds signatures, and keys at some exchanges. */
const QUERY = /\?[^\s"']*/g;
const NAMED =
  /((?:signature|api[-_]?key|apikey|token|secret|passphrase|listenkey|sign)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;

/**
 * Takes out the given secrets, in whatever spelling an address or JSON gives them, the queries of addresses, and values
 * that are named like secrets; cuts at 300 characters.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    for (const spelling of spellingsOf(secret)) {
      clean = clean.replaceAll(spelling, "***");
    }
  }
  clean = clean.replace(QUERY, "").replace(NAMED, "$1***").replace(/\s+/g, " ").trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/** As it is, in an address, in a form and in JSON. */
function spellingsOf(secret: string): ReadonlySet<string> {
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  return new Set([secret, inForm, inForm.replaceAll("+", "%20"), JSON.stringify(secret).slice(1, -1)]);
}
