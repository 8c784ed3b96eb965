/** The door of articles: what users write, everybody reads, and views pay for. */

export type { PayArticlesDeps } from "./pay-articles.ts";
export type { ArticleDeps } from "./store.ts";
