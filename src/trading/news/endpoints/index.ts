/** The operations of news. Examples are replayed in this order. */
import { addKeyword } from "./add-keyword.ts";
import { listMyKeywords } from "./list-my-keywords.ts";
import { listNews } from "./list-news.ts";
import { listSources } from "./list-sources.ts";
import { listWatchedKeywords } from "./list-watched-keywords.ts";
import { removeKeyword } from "./remove-keyword.ts";
import { showSourceImpact } from "./show-source-impact.ts";
import { showStatistics } from "./show-statistics.ts";

export const newsEndpoints = [
  addKeyword,
  listMyKeywords,
  removeKeyword,
  listNews,
  listSources,
  listWatchedKeywords,
  showSourceImpact,
  showStatistics,
];
