/** How many articles a second are matched against the keywords of 100,000 users, against a search for each keyword. */
import { WordMatcher } from "../../src/trading/news/core/word-matcher.ts";
import { paddedWords } from "../../src/trading/news/core/words.ts";
import { quantile, seeded, someKeyword, someWords, whole, type Report } from "./invented.ts";

const KEYWORDS = 100_000;
const ARTICLES = 100_000;
/** Words of a title and a brief. */
const WORDS = 60;
/** The search for each keyword is slow: fewer articles. */
const NAIVE_ARTICLES = 20;

export function measureKeywords(report: Report): void {
  const random = seeded(1);
  const distinct = new Map<string, string[]>();
  while (distinct.size < KEYWORDS) {
    const words = someKeyword(random);
    distinct.set(words.join(" "), words);
  }
  const keywords = [...distinct.values()];
  const articles = Array.from({ length: ARTICLES }, () => someWords(random, WORDS));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const building = process.cpuUsage();
  const matcher = new WordMatcher(keywords);
  const buildMs = processorMs(building);
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed - before;
  report(
    `${whole(KEYWORDS)} keywords, made ready`,
    `${buildMs.toFixed(0)} ms of processor time, ${(bytes / 1e6).toFixed(0)} MB`,
  );

  const micros: number[] = [];
  let found = 0;
  const startedMs = performance.now();
  const matching = process.cpuUsage();
  for (const words of articles) {
    const atMs = performance.now();
    found += matcher.find(words).length;
    micros.push((performance.now() - atMs) * 1_000);
  }
  const perSecond = ARTICLES / ((performance.now() - startedMs) / 1_000);
  const perProcessorSecond = ARTICLES / (processorMs(matching) / 1_000);

  const texts = articles.slice(0, NAIVE_ARTICLES).map(paddedWords);
  const padded = keywords.map(paddedWords);
  let naive = 0;
  const searching = process.cpuUsage();
  for (const text of texts) for (const each of padded) if (text.includes(each)) naive++;
  const naivePerSecond = NAIVE_ARTICLES / (processorMs(searching) / 1_000);
  const same = articles.slice(0, NAIVE_ARTICLES).reduce((sum, words) => sum + matcher.find(words).length, 0);
  if (same !== naive) throw new Error(`${same} keywords were found, and ${naive} are there`);
  report(
    `articles of ${WORDS} words matched (goal 5,000/s)`,
    `${whole(perSecond)}/s, p50 ${quantile(micros, 0.5).toFixed(1)} us, p99 ${quantile(micros, 0.99).toFixed(1)} us`,
    `${whole(perProcessorSecond)} in a second of processor time: ${whole(perProcessorSecond / naivePerSecond)} x a search for each ` +
      `keyword; ${(found / ARTICLES).toFixed(1)} found in each`,
  );
}

/** A busy machine disturbs it less than the time of the clock. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
