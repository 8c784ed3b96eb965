/** How long the texts of an article are, whatever they are filled up with. */

/** Shortest and longest, in characters. */
export const TEXT_LIMITS = {
  title: { minimum: 18, maximum: 200 },
  brief: { minimum: 30, maximum: 1_000 },
  body: { minimum: 300, maximum: 100_000 },
} as const;

export interface ArticleTexts {
  readonly title: string;
  readonly brief: string;
  readonly body: string;
}

/** One line without spaces around it: what titles and briefs are. */
export function tidyLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** The texts that are too short after tidying, each with its minimum: `title minimum length 18`. */
export function shortTexts(texts: ArticleTexts): string[] {
  const names = ["title", "brief", "body"] as const;
  return names
    .filter((name) => texts[name].length < TEXT_LIMITS[name].minimum)
    .map((name) => `${name} minimum length ${TEXT_LIMITS[name].minimum}`);
}
