/** A feed's entry for an article, made into the stored article: plain, short, with one address, times and keywords. */
import { createHash } from "node:crypto";
import { articleTimes, parseFeedDate } from "./article-times.ts";
import { canonicalUrl } from "./canonical-url.ts";
import { languageOf } from "./language.ts";
import { cutText, plainText } from "./plain-text.ts";
import { storyPrint, type StoryPrint } from "./story-print.ts";
import { tonesOf, type ToneScore } from "./tone.ts";
import { paddedWords, wordsOf } from "./words.ts";

/** As a feed gives it: anything may be missing, wrong, or markup. */
export interface FoundItem {
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly summary: string | undefined;
  readonly published: string | undefined;
  readonly author: string | undefined;
  readonly image: string | undefined;
  readonly language: string | undefined;
}

export interface PreparedArticle {
  readonly url: string;
  /** Of the canonical address: 64 hexadecimal digits. */
  readonly urlKey: string;
  /** Of what is shown: a change of it is an edit. */
  readonly contentKey: string;
  readonly domain: string;
  readonly title: string;
  readonly brief: string;
  readonly author: string;
  readonly image: string;
  readonly language: string;
  readonly publishedMs: number;
  readonly impactMs: number | undefined;
  readonly words: readonly string[];
  readonly padded: string;
  readonly print: StoryPrint;
  readonly tones: readonly ToneScore[];
}

const MAX_TITLE = 300;
/** Of a brief: the whole text belongs to its source. */
export const MAX_BRIEF = 300;
/** A shorter brief says next to nothing: the page of its article may be asked, where its source allows that. */
export const MIN_BRIEF = 120;
const MAX_AUTHOR = 100;
const MAX_LANGUAGE = 2;

/**
 * The usable items of one look. A fragment counts as part of an address only where items differ by nothing else: most
 * name a place within an article.
 */
export function prepareArticles(
  items: readonly FoundItem[],
  source: { readonly url: string; readonly language: string },
  firstSeenMs: number,
): PreparedArticle[] {
  const addresses = items.map(({ url = "" }) => canonicalUrl(url, source.url));
  const fragments = new Map<string, Set<string>>();
  for (const address of addresses) {
    if (address) fragments.set(address.key, (fragments.get(address.key) ?? new Set()).add(address.fragment));
  }
  return items.flatMap((item, at) => {
    const hasOwnFragment = (fragments.get(addresses[at]?.key ?? "")?.size ?? 0) > 1;
    return prepareArticle(item, source, firstSeenMs, hasOwnFragment) ?? [];
  });
}

/** Undefined for what has no title or no web address. */
export function prepareArticle(
  item: FoundItem,
  source: { readonly url: string; readonly language: string },
  firstSeenMs: number,
  hasOwnFragment = false,
): PreparedArticle | undefined {
  const title = plainText(item.title ?? "", MAX_TITLE);
  const address = canonicalUrl(item.url ?? "", source.url);
  if (title === "" || !address) return undefined;
  const fragment = hasOwnFragment && address.fragment !== "" ? `#${address.fragment}` : "";
  const summary = plainText(item.summary ?? "", MAX_BRIEF);
  const brief = summary === title ? "" : summary;
  const stated = item.language?.slice(0, MAX_LANGUAGE).toLowerCase() ?? "";
  return {
    url: `${address.url}${fragment}`,
    urlKey: hashOf(`${address.key}${fragment}`),
    contentKey: hashOf(`${title}\n${brief}`),
    domain: cutText(address.domain, 253),
    title,
    brief,
    author: plainText(item.author ?? "", MAX_AUTHOR),
    image: canonicalUrl(item.image ?? "", source.url)?.url ?? "",
    ...wordingOf(title, brief, /^[a-z]{2}$/.test(stated) ? stated : source.language),
    ...articleTimes(parseFeedDate(item.published), firstSeenMs),
    print: storyPrint(title),
  };
}

/**
 * Facts that follow from the words of an article.
 *
 * @param stated the language, where the words do not tell it
 */
export function wordingOf(
  title: string,
  brief: string,
  stated: string,
): Pick<PreparedArticle, "language" | "words" | "padded" | "tones"> {
  const text = `${title}. ${brief}`;
  const words = wordsOf(text);
  return { language: languageOf(text, stated), words, padded: paddedWords(words), tones: tonesOf(text) };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
