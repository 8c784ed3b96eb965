/** Finds the text of an article in its page, in a thread of its own. Navigation, comments and scripts are not text. */
import { createRequire } from "node:module";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import { plainText } from "../core/plain-text.ts";
import { forbidsSnippets } from "../core/robots.ts";
import { BoundedThread, ThreadFailed } from "./bounded-thread.ts";

/** A page in which no article is found. Its message says why. */
export class PageUnreadable extends Error {
  override readonly name = "PageUnreadable";
}

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_MEMORY_MEGABYTES = 192;
/** Of a page: each is looked at several times. */
const MAX_ELEMENTS = 20_000;
/** Less text is a note of the page, and not an article. */
const MIN_CHARACTERS = 120;
/** Of the article's markup: far more than the beginning that is shown. */
const MAX_CHARACTERS = 20_000;

const IN_THREAD = `
const { parentPort, workerData } = require("node:worker_threads");
const { parseHTML } = require(workerData.linkedom);
const { Readability } = require(workerData.readability);
const robotsOf = (document) =>
  [...document.getElementsByTagName("meta")]
    .filter((meta) => String(meta.getAttribute("name")).toLowerCase() === "robots")
    .map((meta) => String(meta.getAttribute("content")))
    .join(", ");
parentPort.on("message", ({ html, maxCharacters }) => {
  try {
    // A page may leave these tags out; the library does not add them.
    const { document } = parseHTML(/<body[\\s>]/i.test(html) ? html : "<html><body>" + html + "</body></html>");
    const robots = robotsOf(document);
    const article = new Readability(document).parse();
    parentPort.postMessage({ markup: String((article && article.content) || "").slice(0, maxCharacters), robots });
  } catch (error) {
    parentPort.postMessage({ problem: String(error && error.message).slice(0, 200) });
  }
});
`;

interface Answer {
  readonly markup?: string;
  /** What the page says to machines. */
  readonly robots?: string;
  readonly problem?: string;
}

/** One page at a time; others wait their turn. */
export class PageParser {
  readonly #thread: BoundedThread;

  constructor() {
    const require = createRequire(import.meta.url);
    this.#thread = new BoundedThread({
      program: IN_THREAD,
      workerData: { linkedom: require.resolve("linkedom"), readability: require.resolve("@mozilla/readability") },
      timeoutMs: TIMEOUT_MS,
      maxMemoryMegabytes: MAX_MEMORY_MEGABYTES,
    });
  }

  /**
   * The beginning of the article's text, plain and on one line.
   *
   * @param maxCharacters 120 or more
   * @throws PageUnreadable where its text has fewer than 120 characters or mostly other characters than letters; where
   *   the page asks not to show it, has more than 20,000 elements, or takes more than 10 seconds or 192 MB
   */
  async parse(html: string, maxCharacters: number): Promise<string> {
    if (hasMoreElements(html, MAX_ELEMENTS)) throw new PageUnreadable(`it has more than ${MAX_ELEMENTS} elements`);
    const { markup, robots, problem } = await this.#ask(html);
    if (forbidsSnippets(robots)) throw new PageUnreadable("the page asks not to show any of its text");
    const text = plainText(markup ?? "", maxCharacters);
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    if (text.length < MIN_CHARACTERS || letters < text.length / 2)
      throw new PageUnreadable(problem ?? "no article is found in it");
    return text;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask(html: string): Promise<Answer> {
    try {
      return (await this.#thread.ask({ html, maxCharacters: MAX_CHARACTERS })) as Answer;
    } catch (error) {
      throw error instanceof ThreadFailed ? new PageUnreadable(error.message) : error;
    }
  }
}

function hasMoreElements(html: string, most: number): boolean {
  let count = 0;
  for (const _ of html.matchAll(/<[a-z]/gi)) if (++count > most) return true;
  return false;
}
