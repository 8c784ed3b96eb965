/**
 * How much publishers may have stored. What they publish is kept for good, on disk and in the memory of every process, and
 * anybody with a domain or an account at GitHub is a publisher. It is counted in the transaction of the change, so a change that
 * is refused or undone counts for nobody.
 */
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { loginOf } from "../tokens/index.ts";
import { serverErrors } from "./errors.ts";
import type { Author, ServerTransaction } from "./store.ts";

/** Of one document, compact or not. Twice the largest of some thousand real ones. */
export const MAX_DOCUMENT_BYTES = 128 * 1024;

/** Of all documents of one server. Its versions are listed without pages. */
export const MAX_SERVER_BYTES = 16 * 1024 * 1024;

const KIBIBYTE = 1_024;
const KIBIBYTES_EACH = 1_024;
/** Of a version, beside its document: rows, places in indexes, the entry of the trail. */
const AROUND_BYTES = 2 * KIBIBYTE;
/** Of a version whose status changes. */
const STATUS_BYTES = 256;

const SECOND_MICROS = 1_000_000;

/** MiB; 0 for no limit. */
export interface StorageSettings {
  readonly storedMegabytesPerDay: number;
  readonly storedMegabytesPerDayInAll: number;
}

/** The operator has chosen those whose tokens come from the command line, or from the configured issuer. */
const CHOSEN: ReadonlySet<string> = new Set(["operator", "oidc"]);

type Spender = Pick<ServerTransaction, "spendAllowance">;

export class StorageAllowance {
  readonly #clock: Pick<Clock, "now">;
  readonly #settings: StorageSettings;

  constructor(clock: Pick<Clock, "now">, settings: StorageSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /**
   * Uses up what new documents take of the allowance of their publisher, and of that of all publishers. The row of the latter stays
   * locked until the transaction ends, so this comes last before the write.
   *
   * @throws serverErrors.storageUsed, with Retry-After
   */
  async forDocuments(tx: Spender, author: Author, bytes: number): Promise<void> {
    if (CHOSEN.has(author.method)) return;
    const { storedMegabytesPerDay: own, storedMegabytesPerDayInAll: all } = this.#settings;
    await this.#spend(tx, `documents of ${loginOf(author)}`, own, AROUND_BYTES + bytes, "this login");
    await this.#spend(tx, "documents of all", all, AROUND_BYTES + bytes, "all publishers together");
  }

  /**
   * The same for a status of so many versions, which is counted by itself, and for this publisher alone: who may publish no
   * more today can still take down what is wrong.
   *
   * @throws serverErrors.storageUsed
   */
  async forStatuses(tx: Spender, author: Author, versions: number): Promise<void> {
    if (CHOSEN.has(author.method)) return;
    const bytes = KIBIBYTE + versions * STATUS_BYTES;
    await this.#spend(tx, `statuses of ${loginOf(author)}`, this.#settings.storedMegabytesPerDay, bytes, "this login");
  }

  async #spend(tx: Spender, key: string, megabytes: number, bytes: number, who: string): Promise<void> {
    if (megabytes === 0) return;
    const now = this.#clock.now();
    const { isEnough, endsAt } = await tx.spendAllowance({
      key,
      kibibytes: Math.ceil(bytes / KIBIBYTE),
      limit: megabytes * KIBIBYTES_EACH,
      now,
      endsAt: plusMillis(now, DAY_MS),
    });
    if (isEnough) return;
    const seconds = Math.max(1, Math.ceil((endsAt - now) / SECOND_MICROS));
    throw serverErrors.storageUsed({ megabytes, who, seconds }, { headers: { "Retry-After": String(seconds) } });
  }
}
