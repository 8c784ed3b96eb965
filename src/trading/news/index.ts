/** The door of the news: what was published, where first, and what prices did afterwards. */
export type { NewsDeps, NewsFigureDeps, NewsHealthDeps, NewsJobDeps } from "./deps.ts";
export { examineSources, type SourceReport } from "./examine-sources.ts";
export { feedHealth } from "./feed-health.ts";
export { followNews, type FollowedNews } from "./follow-news.ts";
export { impactOnPair, viewImpactOn } from "./impact-on-pair.ts";
export { KnownNews } from "./known-news.ts";
export { measureImpact } from "./measure-impact.ts";
export { newsErrors } from "./errors.ts";
export { NEWS_COLUMNS, newsRows, type NewsRowsDeps } from "./news-rows.ts";
export { NewsWire } from "./news-wire.ts";
export { newsMetrics } from "./news-metrics.ts";
export { newsSettings, readLanguages, readNewsPairs } from "./settings.ts";
export { tone, viewTones } from "./records.ts";
export { scoreArticle } from "./score-article.ts";
export { inventedSources } from "./sources/invented-feeds.ts";
export { readNewsFile, STARTING_PLAN } from "./sources/read-news-file.ts";
export { watchMarkets } from "./watch-markets.ts";
