/** One address for an article, however it was reached: what only says where a reader came from is taken away. */

export interface CanonicalUrl {
  /** The shown address: as the source gave it, without trackers. */
  readonly url: string;
  /** The identity of an article's address: no scheme, no `www.`, no trailing slash, parameters in order. */
  readonly key: string;
  /** The part after `#`, which neither `url` nor `key` has. */
  readonly fragment: string;
  /** The host without `www.`. */
  readonly domain: string;
}

const MAX_CHARACTERS = 2_000;

/** Parameters that name the reader's way, not the article. */
const TRACKING =
  /^(?:utm_.{0,40}|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref|ref_src|referrer|source|cmp|cid|rss|feature|guccounter|ncid|soc_src|soc_trk|spm|share|via|output)$/i;

/** @param base resolves an address that is not whole. Undefined for what is not a web address. */
export function canonicalUrl(text: string, base?: string): CanonicalUrl | undefined {
  const given = text.trim();
  if (given === "" || given.length > MAX_CHARACTERS || !URL.canParse(given, base)) return undefined;
  const url = new URL(given, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.hostname === "" || url.username !== "" || url.password !== "") return undefined;
  const fragment = url.hash.slice(1);
  url.hash = "";
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name.slice(0, 60)));
  url.search = new URLSearchParams(kept).toString();
  if (url.href.length > MAX_CHARACTERS) return undefined;
  const domain = url.hostname.toLowerCase().replace(/^www\./, "");
  const path = url.pathname.length > 1 && url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  const sorted = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))).toString();
  const port = url.port === "" ? "" : `:${url.port}`;
  return { url: url.href, key: `${domain}${port}${path}${sorted === "" ? "" : `?${sorted}`}`, fragment, domain };
}
