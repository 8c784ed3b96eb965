/** The outcome for the articles of a look: a story that is new, an echo of a known one, an edit, or nothing. */
import type { PreparedArticle } from "./article.ts";
import { isSameStory, type StoryPrint } from "./story-print.ts";

/** An address under which a source has shown a story. */
export interface Sighting {
  readonly urlKey: string;
  readonly source: string;
  readonly articleId: number;
  readonly contentKey: string;
  /** Whether the story was first shown there. */
  readonly isFirst: boolean;
}

/** A stored story that may be the same as an article's. */
export interface StoryCandidate extends Pick<StoryPrint, "words"> {
  readonly articleId: number;
  readonly keywords: readonly string[];
}

/** A story that is stored, or the article at a place of the same look. */
export type StoryPlace = { readonly articleId: number } | { readonly place: number };

export type PlannedItem =
  | { readonly kind: "added" }
  | { readonly kind: "echo"; readonly story: StoryPlace }
  /** Its source shows other words where it has shown the story first. */
  | { readonly kind: "edited"; readonly articleId: number }
  /** Its source shows other words at the address of an echo. */
  | { readonly kind: "noted" }
  | { readonly kind: "same" };

/** The fields of an article that decide. */
export type PlannedArticle = Pick<PreparedArticle, "urlKey" | "contentKey" | "print"> & {
  readonly keywords: readonly string[];
};

export interface KnownStories {
  /** Of the articles' addresses, from whatever source, the earliest first. */
  readonly sightings: readonly Sighting[];
  /** Of the last days, by the article's place: those that share a band with it, the oldest first, at most `most`. */
  readonly candidates: ReadonlyMap<number, readonly StoryCandidate[]>;
  /** Candidates that are compared with one article. */
  readonly most: number;
}

/**
 * Decides for each article in order, as if each were stored before the next is looked at.
 *
 * @param articles of one source, no two of one address
 */
export function planStories(
  source: string,
  articles: readonly PlannedArticle[],
  { sightings, candidates, most }: KnownStories,
): PlannedItem[] {
  const seenAt = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const seen = seenAt.get(sighting.urlKey);
    if (seen) seen.push(sighting);
    else seenAt.set(sighting.urlKey, [sighting]);
  }
  /** New stories of this look, by band: places in order. */
  const ownBands = new Map<number, number[]>();
  return articles.map((article, place): PlannedItem => {
    const seen = seenAt.get(article.urlKey) ?? [];
    const own = seen.find((each) => each.source === source);
    if (own) {
      if (own.contentKey === article.contentKey) return { kind: "same" };
      return own.isFirst ? { kind: "edited", articleId: own.articleId } : { kind: "noted" };
    }
    const [elsewhere] = seen;
    if (elsewhere) return { kind: "echo", story: { articleId: elsewhere.articleId } };
    const { words, bands } = article.print;
    const wanted = { words, keywords: article.keywords };
    const stored = candidates.get(place) ?? [];
    const known = stored.find((each) => isSameStory(wanted, each));
    if (known) return { kind: "echo", story: { articleId: known.articleId } };
    const earlier = [...new Set(bands.flatMap((band) => ownBands.get(band) ?? []))]
      .toSorted((one, other) => one - other)
      .slice(0, Math.max(0, most - stored.length));
    const same = earlier.find((at) => {
      const other = articles[at];
      return other && isSameStory(wanted, { words: other.print.words, keywords: other.keywords });
    });
    if (same !== undefined) return { kind: "echo", story: { place: same } };
    for (const band of bands) ownBands.set(band, [...(ownBands.get(band) ?? []), place]);
    return { kind: "added" };
  });
}
