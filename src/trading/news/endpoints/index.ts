/** The operations of news. Examples are replayed in this order. */
import { addKeyword } from "./add-keyword.ts";
import { createFeed } from "./create-feed.ts";
import { deleteFeed } from "./delete-feed.ts";
import { listMyKeywords } from "./list-my-keywords.ts";
import { listNews } from "./list-news.ts";
import { listSources } from "./list-sources.ts";
import { listWatchedKeywords } from "./list-watched-keywords.ts";
import { readFeed } from "./read-feed.ts";
import { removeKeyword } from "./remove-keyword.ts";
import { showSourceImpact } from "./show-source-impact.ts";
import { showStatistics } from "./show-statistics.ts";

export const newsEndpoints = [
  addKeyword,
  createFeed,
  listMyKeywords,
  deleteFeed,
  removeKeyword,
  readFeed,
  listNews,
  listSources,
  listWatchedKeywords,
  showSourceImpact,
  showStatistics,
];
