/** The uses of API keys in the history: of each key and address the first in each hour, without a statement for the others. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../kit/time/clock.ts";
import { HOUR_MICROS } from "../../kit/time/spans.ts";
import type { NewAccess } from "./sql/accesses.ts";

export interface ApiUse {
  readonly keyId: number;
  readonly uid: number;
  readonly address: string;
  readonly userAgent: string;
}

export interface ApiUses {
  /** Records a use later; the caller does not wait, and it never fails. */
  note(use: ApiUse): void;
  /** Resolves when everything that was noted is written, or has failed. */
  settled(): Promise<void>;
}

export interface ApiUsesOptions {
  /** `recordAccess` with the database. */
  readonly record: (access: NewAccess) => Promise<void>;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

/** Pairs of key and address that are remembered; one that is forgotten costs a statement that changes nothing. */
const MAX_REMEMBERED = 20_000;
/** Statements on their way at once. Beyond that a use is passed over: the next one of the hour is noted instead. */
const MAX_PENDING = 8;

export function apiUses({ record, clock, log }: ApiUsesOptions): ApiUses {
  const hours = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  const pending = new Set<Promise<void>>();
  return {
    note({ keyId, uid, address, userAgent }) {
      const at = clock.now();
      const hour = Math.floor(at / HOUR_MICROS);
      const sample = `key:${keyId}:${address}`;
      if (hours.get(sample) === hour || pending.size >= MAX_PENDING) return;
      hours.set(sample, hour);
      const writing = record({ uid, address, userAgent, method: "api", result: "success", sample, at })
        .catch((error: unknown) => {
          hours.delete(sample);
          log.warn({ err: error }, "the use of an API key could not be noted");
        })
        .finally(() => pending.delete(writing));
      pending.add(writing);
    },
    async settled() {
      await Promise.all(pending);
    },
  };
}
