/** Parses feeds, in a thread of their own. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { parseFeed } from "feedsmith";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import type { FoundItem } from "../core/article.ts";
import { readSitemap } from "../core/read-sitemap.ts";
import { BoundedThread, ThreadFailed } from "./bounded-thread.ts";
import { readItems } from "./read-items.ts";
import type { FeedKind } from "./source.ts";

export type ParsedFeed = ReturnType<typeof parseFeed>;

/** A feed that cannot be read. Its message says why, for operators. */
export class FeedUnreadable extends Error {
  override readonly name = "FeedUnreadable";
}

/** Of a feed, the first of them: feeds have the newest first. */
export const MAX_ITEMS = 500;
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_MEMORY_MEGABYTES = 192;
/** Elements within elements: no feed needs more, and the library walks them by calling itself. */
const MAX_DEPTH = 200;

const IN_THREAD = `
const { parentPort, workerData } = require("node:worker_threads");
import(workerData.library).then(({ parseFeed }) => {
  parentPort.on("message", ({ text, maxItems }) => {
    try {
      parentPort.postMessage({ parsed: parseFeed(text, { maxItems }) });
    } catch (error) {
      parentPort.postMessage({ problem: String(error && error.message).slice(0, 200) });
    }
  });
});
`;

interface Answer {
  readonly parsed?: ParsedFeed;
  readonly problem?: string;
}

/** One document at a time; others wait their turn. */
export class FeedParser {
  readonly #thread = new BoundedThread({
    program: IN_THREAD,
    workerData: { library: pathToFileURL(createRequire(import.meta.url).resolve("feedsmith")).href },
    timeoutMs: TIMEOUT_MS,
    maxMemoryMegabytes: MAX_MEMORY_MEGABYTES,
  });

  /**
   * The items of a feed, at most `MAX_ITEMS`, in its order.
   *
   * @throws FeedUnreadable for what is not a feed, or takes more than 5 seconds or 192 MB
   */
  async parse(text: string, kind: FeedKind): Promise<FoundItem[]> {
    const problem = problemOf(text, kind);
    if (problem !== undefined) throw new FeedUnreadable(problem);
    if (kind === "sitemap") {
      if (!isWhole(text)) throw new FeedUnreadable(CUT_OFF);
      const absent = { summary: undefined, author: undefined, image: undefined };
      return readSitemap(text, MAX_ITEMS).map((entry) => ({ ...entry, ...absent }));
    }
    return readItems(await this.#ask(text)).slice(0, MAX_ITEMS);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask(text: string): Promise<ParsedFeed> {
    try {
      const { parsed, problem } = (await this.#thread.ask({ text, maxItems: MAX_ITEMS })) as Answer;
      if (parsed && parsed.format !== "json" && !isWhole(text)) throw new FeedUnreadable(CUT_OFF);
      if (parsed) return parsed;
      throw new FeedUnreadable(problem ?? "it is not a feed");
    } catch (error) {
      throw error instanceof ThreadFailed ? new FeedUnreadable(error.message) : error;
    }
  }
}

/** Forbidden in a document, whatever reads it. */
function problemOf(text: string, kind: FeedKind): string | undefined {
  if (kind === "json") return undefined;
  // Entities of its own are how a small document becomes a large one; no feed needs them.
  if (/<!ENTITY/i.test(text)) return "it declares entities of its own";
  return depthOf(text) > MAX_DEPTH ? `its elements are more than ${MAX_DEPTH} deep` : undefined;
}

const CUT_OFF = "it is cut off before its end";
/** Allowed after the end: comments of caches. */
const END_CHARACTERS = 10_000;

/** A feed that was cut off on its way would give half a title or address, and what it does not list would be missed. */
function isWhole(text: string): boolean {
  return /<\/(?:[a-z]{1,20}:)?(?:rss|feed|rdf|urlset)\s{0,20}>/i.test(text.slice(-END_CHARACTERS));
}

/** How deep elements are in each other, at most; of broken markup roughly. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (text.startsWith("<![CDATA[", at)) {
      at = text.indexOf("]]>", at);
      if (at < 0) break;
    } else if (next === 47) depth--;
    else if (next !== 33 && next !== 63) {
      const close = text.indexOf(">", at);
      if (close < 0) break;
      if (text.charCodeAt(close - 1) !== 47) deepest = Math.max(deepest, ++depth);
      at = close;
    }
  }
  return deepest;
}
