/** An article, and what it is at a moment: nothing has to happen for one to be published but time. */
import type { Instant } from "../../../kit/time/instant.ts";

export interface Article {
  readonly id: number;
  readonly uid: number;
  /** The account that is paid for it. */
  readonly ownerUid: number;
  readonly title: string;
  readonly brief: string;
  /** HTML with the few elements that articles may have. */
  readonly body: string;
  /** Addresses of 0 to 6 images. */
  readonly images: readonly string[];
  readonly isDraft: boolean;
  readonly publishAt: Instant;
  /** Of an article that an admin has rejected. */
  readonly rejection: { readonly at: Instant; readonly reason: string } | null;
  readonly views: number;
  /** For views of earlier months, in units of 1e-8. */
  readonly paid: bigint;
  /** Views that are not paid yet, month by month. */
  readonly unpaidViews: readonly number[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const ARTICLE_STATES = ["draft", "scheduled", "published", "rejected"] as const;

export type ArticleState = (typeof ARTICLE_STATES)[number];

/** Its present state. A rejected article is nothing else, whatever its time says. */
export function articleState(
  { isDraft, publishAt, rejection }: Pick<Article, "isDraft" | "publishAt" | "rejection">,
  now: Instant,
): ArticleState {
  if (rejection) return "rejected";
  if (isDraft) return "draft";
  return publishAt > now ? "scheduled" : "published";
}
