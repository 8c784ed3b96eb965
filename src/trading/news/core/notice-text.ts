/** An article as mails and messages to followers of a keyword: plain text without any markup. */
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";

export interface NoticeArticle {
  readonly title: string;
  readonly brief: string;
  readonly url: string;
  readonly source: string;
  readonly publishedAt: Instant;
}

/** Of more keywords that were found in one article the first are named. */
const MAX_NAMED = 5;

/** One line, which a mail has as its subject. */
export function noticeTitle({ title }: Pick<NoticeArticle, "title">): string {
  return `News: ${title}`;
}

/**
 * What the article says, where it can be read, and the keywords that found it.
 *
 * @param names of the user's keywords, in the order in which they were added
 * @param limit how many go out to an account on a day; named where this is the last one
 */
export function noticeText(
  article: NoticeArticle,
  names: readonly string[],
  limit: { readonly perDay: number; readonly isLast: boolean },
): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [
    article.title,
    ...(article.brief === "" ? [] : ["", article.brief]),
    "",
    article.url,
    `Source: ${article.source}`,
    `Published: ${formatInstant(article.publishedAt)}`,
    `Found by your keywords: ${names.slice(0, MAX_NAMED).join(", ")}${more}`,
    ...(limit.isLast ? ["", lastOfDay(limit.perDay)] : []),
    "",
    "public/trending-news-add-keyword with notify=none ends these messages for a keyword.",
  ].join("\n");
}

function lastOfDay(perDay: number): string {
  return (
    `This is the last article of today by mail and Telegram: of an account ${perDay} are sent on a day (UTC). Further ones are ` +
    "shown by public/trending-news-data with keywordid, and go to webhooks and feeds."
  );
}
