/** How a name answers a search, as far as it can be seen from the name: the lookup orders what it finds, and does not say why. */

export type MatchKind = "id" | "exact" | "sameLetters" | "prefix" | "wordStart" | "contains" | "similar";

const MARKS = /[\p{M}\p{Cf}]/gu;
/** Accounts of Steam and EOS as people write them: they find a player, whose account the list does not show. */
const ACCOUNT =
  /^(?:\d{17}|[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27}|STEAM_\d:\d:\d+|\[?U:1:\d+\]?|\S*steamcommunity\.com\/profiles\/\S+)$/i;
const SEPARATOR = /[\s\p{P}\p{S}]/u;

/** Best first. `similar` is what no name of now contains: a typing error, letters that look alike, or a former name. */
const ORDER: readonly MatchKind[] = ["id", "exact", "sameLetters", "prefix", "wordStart", "contains", "similar"];

/** @param ids numbers that find their owner */
export function matchKind(query: string, names: readonly string[], ids: readonly string[]): MatchKind {
  const wanted = query.trim();
  if (ids.some((id) => id !== "" && id === wanted)) return "id";
  const kinds = new Set(names.map((name) => kindOf(wanted, name)));
  const best = ORDER.find((kind) => kinds.has(kind)) ?? "similar";
  return best === "similar" && ACCOUNT.test(wanted) ? "id" : best;
}

function kindOf(wanted: string, name: string): MatchKind {
  if (name === wanted) return "exact";
  const [part, whole] = [folded(wanted), folded(name)];
  if (part === "") return "similar";
  if (part === whole) return "sameLetters";
  let at = whole.indexOf(part);
  if (at < 0) return "similar";
  if (at === 0) return "prefix";
  for (; at >= 0; at = whole.indexOf(part, at + 1)) {
    if (SEPARATOR.test(whole.charAt(at - 1))) return "wordStart";
  }
  return "contains";
}

/** Without case, accents and decoration, as the lookup compares names. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFD").replace(MARKS, "").replace(/\s+/gu, " ").trim();
}
