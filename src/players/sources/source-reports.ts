/** Reports the sources of one server: in the database, for all readers, and in the log when something changes. */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Sources, SystemStore } from "../system/index.ts";
import { isDue, isNews, type SourceWord, type WrittenWord } from "./core/source-word.ts";
import { troubleOf } from "./trouble.ts";

export type SourceName = keyof Sources;

export interface SourceReportsOptions {
  readonly server: string;
  readonly system: Pick<SystemStore, "reportSource">;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  /** How often a word is written that stays the same. */
  readonly everyMs: number;
}

interface TellOptions {
  /** For the log. */
  readonly err?: unknown;
  /** False for sources that log their changes themselves. */
  readonly isLogged?: boolean;
}

interface Reported {
  /** The last word, written or not. */
  last?: SourceWord;
  written?: WrittenWord;
  writing?: Promise<void>;
}

const NAMES: Readonly<Record<SourceName, string>> = { saves: "saves", rcon: "RCON", query: "query" };

/** For as long as one process holds the server's lease. */
export class SourceReports {
  readonly #options: SourceReportsOptions;
  readonly #sources = new Map<SourceName, Reported>();
  #isClosed = false;
  #isRefused = false;

  constructor(options: SourceReportsOptions) {
    this.#options = options;
  }

  /** The last words, by source. */
  words(): Partial<Record<SourceName, SourceWord>> {
    return Object.fromEntries([...this.#sources].flatMap(([name, { last }]) => (last ? [[name, last]] : [])));
  }

  /** Takes a word, and writes it if it is due, after the one that is being written. */
  tell(source: SourceName, word: SourceWord, { err, isLogged = true }: TellOptions = {}): void {
    if (this.#isClosed) return;
    const reported = this.#reportedOf(source);
    const { server, log } = this.#options;
    if (isLogged && isNews(word, reported.last)) {
      const fields = { server, source, kind: word.kind, ...(err === undefined ? {} : { err }) };
      log[word.isGood ? "info" : "warn"](
        fields,
        `${server} ${NAMES[source]}: ${word.says}${word.detail === undefined ? "" : ` ${word.detail}`}`,
      );
    }
    reported.last = word;
    reported.writing ??= this.#write(source, reported).finally(() => {
      delete reported.writing;
    });
  }

  /** Takes what went wrong for the source's word. */
  fail(source: SourceName, err: unknown): void {
    this.tell(source, troubleOf(err), { err });
  }

  /** Takes no more words, and resolves when nothing is being written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sources.values()].flatMap(({ writing }) => (writing ? [writing] : [])));
  }

  /**
   * Writes the latest report, and one that replaced it during the write. Never rejects: the next report is another
   * chance.
   */
  async #write(source: SourceName, reported: Reported): Promise<void> {
    const { server, system, clock, log, everyMs } = this.#options;
    for (let word = reported.last; word;) {
      const at = clock.now();
      if (!isDue(word, reported.written, at, everyMs)) return;
      const { isGood, says, detail, learnt } = word;
      try {
        await system.reportSource(server, source, { isGood, says, detail, at }, learnt);
        reported.written = { word, at };
        this.#isRefused = false;
      } catch (error) {
        if (!this.#isRefused) log.warn({ server, source, err: error }, `${server}: its state could not be stored`);
        this.#isRefused = true;
        return;
      }
      if (this.#isClosed || reported.last === word) return;
      word = reported.last;
    }
  }

  #reportedOf(source: SourceName): Reported {
    const reported = this.#sources.get(source) ?? {};
    this.#sources.set(source, reported);
    return reported;
  }
}
