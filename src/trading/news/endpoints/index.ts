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
  listNews,
  listSources,
  listWatchedKeywords,
  removeKeyword,
  showSourceImpact,
  showStatistics,
];
