/** The obvious version of `planStories`, for tests: it stores each article before it looks at the next. */
import type { PlannedArticle, Sighting, StoryCandidate } from "./plan-stories.ts";
import { isSameStory } from "./story-print.ts";

export interface NaiveStories {
  readonly sightings: Sighting[];
  readonly prints: (StoryCandidate & { readonly bands: readonly number[] })[];
}

/** The outcome of each: `added`, `echo of 5`, `edited 5`, `noted` or `same`. New stories are numbered from `nextId`. */
export function naivePlan(
  source: string,
  articles: readonly PlannedArticle[],
  { sightings, prints }: NaiveStories,
  { most, nextId }: { readonly most: number; readonly nextId: number },
): string[] {
  let id = nextId;
  return articles.map(({ urlKey, contentKey, print, keywords }) => {
    const seen = sightings.filter((each) => each.urlKey === urlKey);
    const own = seen.find((each) => each.source === source);
    if (own?.contentKey === contentKey) return "same";
    if (own) return own.isFirst ? `edited ${own.articleId}` : "noted";
    const alike = prints
      .filter(({ bands }) => bands.some((band) => print.bands.includes(band)))
      .toSorted((one, other) => one.articleId - other.articleId)
      .slice(0, most)
      .find((each) => isSameStory({ words: print.words, keywords }, each));
    const known = seen[0]?.articleId ?? alike?.articleId;
    const articleId = known ?? id++;
    sightings.push({ urlKey, source, articleId, contentKey, isFirst: known === undefined });
    if (known !== undefined) return `echo of ${known}`;
    prints.push({ articleId, words: print.words, keywords, bands: print.bands });
    return "added";
  });
}
