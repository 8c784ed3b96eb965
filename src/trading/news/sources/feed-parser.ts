/**
 * Parses feeds in a thread of their own, with a limit of time and memory: a document that is too much for it costs the
 * thread, never the process.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { parseFeed } from "feedsmith";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import type { FoundItem } from "../core/article.ts";
import { readSitemap } from "../core/read-sitemap.ts";
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
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * What a feed lists, at most `MAX_ITEMS`, in its order.
   *
   * @throws FeedUnreadable for what is not a feed, or takes more than 5 seconds or 192 MB
   */
  async parse(text: string, kind: FeedKind): Promise<FoundItem[]> {
    const problem = problemOf(text, kind);
    if (problem !== undefined) throw new FeedUnreadable(problem);
    if (kind === "sitemap") {
      const absent = { summary: undefined, author: undefined, image: undefined };
      return readSitemap(text, MAX_ITEMS).map((entry) => ({ ...entry, ...absent }));
    }
    const mine = this.#last.then(() => this.#ask(text));
    this.#last = mine.catch(() => undefined);
    return readItems(await mine).slice(0, MAX_ITEMS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  #start(): Worker {
    const { resolve } = createRequire(import.meta.url);
    const thread = new Worker(IN_THREAD, {
      eval: true,
      workerData: { library: pathToFileURL(resolve("feedsmith")).href },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MEGABYTES, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // A thread that ends between two documents concerns neither; the next one gets another thread.
    thread.on("error", () => undefined);
    thread.on("exit", () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    thread.unref();
    this.#thread = thread;
    return thread;
  }

  #ask(text: string): Promise<ParsedFeed> {
    if (this.#isClosed) return Promise.reject(new FeedUnreadable("the process is stopping"));
    const thread = this.#thread ?? this.#start();
    return new Promise<ParsedFeed>((resolve, reject) => {
      const end = (problem: string): void => {
        finish();
        this.#thread = undefined;
        void thread.terminate();
        reject(new FeedUnreadable(problem));
      };
      const answer = ({ parsed, problem }: Answer): void => {
        finish();
        if (parsed) resolve(parsed);
        else reject(new FeedUnreadable(problem ?? "it is not a feed"));
      };
      const fail = (error: Error): void => end(`it could not be parsed: ${error.message.slice(0, 200)}`);
      const exit = (): void => end("it could not be parsed: the thread ended");
      const timer = setTimeout(() => end(`it could not be parsed within ${TIMEOUT_MS / SECOND_MS} s`), TIMEOUT_MS);
      const finish = (): void => {
        clearTimeout(timer);
        thread.off("message", answer).off("error", fail).off("exit", exit);
      };
      thread.once("message", answer).once("error", fail).once("exit", exit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
      thread.postMessage({ text, maxItems: MAX_ITEMS });
    });
  }
}

/** What a document must not have, whatever reads it. */
function problemOf(text: string, kind: FeedKind): string | undefined {
  if (kind === "json") return undefined;
  // Entities of its own are how a small document becomes a large one; no feed needs them.
  if (/<!ENTITY/i.test(text)) return "it declares entities of its own";
  return depthOf(text) > MAX_DEPTH ? `its elements are more than ${MAX_DEPTH} deep` : undefined;
}

/** How deep elements stand in each other, at most; of broken markup roughly. */
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
