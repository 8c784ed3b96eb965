/**
 * How much publishers may have stored. What they publish is kept for good, on disk and in the memory of every process, and
 * anybody with a domain or an account at GitHub is a publisher.
 */
import type { Limiter } from "../../kit/limits/limiter.ts";
import { DAY_SECONDS } from "../../kit/time/spans.ts";
import { serverErrors } from "./errors.ts";
import type { Author } from "./store.ts";

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

/** MiB; 0 for no limit. */
export interface StorageSettings {
  readonly storedMegabytesPerDay: number;
  readonly storedMegabytesPerDayInAll: number;
}

/** The operator has chosen those whose tokens come from the command line, or from the configured issuer. */
const CHOSEN: ReadonlySet<string> = new Set(["operator", "oidc"]);

export class StorageAllowance {
  readonly #limiter: Pick<Limiter, "consume">;
  readonly #settings: StorageSettings;

  constructor(limiter: Pick<Limiter, "consume">, settings: StorageSettings) {
    this.#limiter = limiter;
    this.#settings = settings;
  }

  /**
   * Uses up what new documents take of the allowance of their publisher, and of that of all publishers.
   *
   * @throws serverErrors.storageUsed, with Retry-After
   */
  async forDocuments({ method, subject }: Author, bytes: number): Promise<void> {
    if (CHOSEN.has(method)) return;
    const { storedMegabytesPerDay: own, storedMegabytesPerDayInAll: all } = this.#settings;
    await this.#take(`registry:stored:by:${method}:${subject}`, own, AROUND_BYTES + bytes, "this login");
    await this.#take("registry:stored", all, AROUND_BYTES + bytes, "all publishers together");
  }

  /**
   * The same for a status of so many versions, which is counted by itself, and for this publisher alone: who may publish no
   * more today can still take down what is wrong.
   *
   * @throws serverErrors.storageUsed
   */
  async forStatuses({ method, subject }: Author, versions: number): Promise<void> {
    if (CHOSEN.has(method)) return;
    const bytes = KIBIBYTE + versions * STATUS_BYTES;
    await this.#take(
      `registry:statuses:by:${method}:${subject}`,
      this.#settings.storedMegabytesPerDay,
      bytes,
      "this login",
    );
  }

  async #take(key: string, megabytes: number, bytes: number, who: string): Promise<void> {
    if (megabytes === 0) return;
    const allowance = { key, requests: megabytes * KIBIBYTES_EACH, windowSeconds: DAY_SECONDS };
    const { allowed, retryAfterSeconds: seconds } = await this.#limiter.consume(allowance, Math.ceil(bytes / KIBIBYTE));
    if (allowed) return;
    throw serverErrors.storageUsed({ megabytes, who, seconds }, { headers: { "Retry-After": String(seconds) } });
  }
}
