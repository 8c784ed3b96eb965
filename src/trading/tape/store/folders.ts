/**
 * Where the tape's files lie, and which of them hold what is asked for.
 *
 * `<kind>/exchange=<exchange>/code=<code>/day=<day>/` holds what is settled, one file for each code and day.
 * `pending/<kind>/exchange=<exchange>/day=<day>/` holds what is younger: files of all codes of an exchange.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayOf, dayStart, daysBetween } from "../core/days.ts";
import { isCovered, parseFileName, uncovered, type TapeFile } from "../core/file-names.ts";
import type { TapeKind } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";

/** A day of an exchange that has files of all its codes. */
export interface PendingDay {
  readonly kind: TapeKind;
  readonly exchange: string;
  readonly day: string;
}

export interface FoundFile extends TapeFile {
  readonly path: string;
}

/** Paths in the order of their rows. */
export interface FoundFiles {
  readonly settled: readonly FoundFile[];
  readonly pending: readonly FoundFile[];
}

/** Longer ranges look first which days there are. */
const FEW_DAYS = 3;

export class Folders {
  readonly root: string;

  /** @param root absolute. */
  constructor(root: string) {
    this.root = root;
  }

  pendingOf(kind: TapeKind, exchange: string): string {
    invariant(/^[a-z0-9_]{1,40}$/.test(exchange), "an exchange has a code");
    return join(this.root, "pending", kind, `exchange=${exchange}`);
  }

  pendingDay(kind: TapeKind, exchange: string, day: string): string {
    return join(this.pendingOf(kind, exchange), `day=${day}`);
  }

  /** Those of a kind that there are, by exchange and day. */
  async pendingDays(kind: TapeKind): Promise<PendingDay[]> {
    const found: PendingDay[] = [];
    for (const exchange of await namesIn(join(this.root, "pending", kind), "exchange=")) {
      for (const day of await namesIn(this.pendingOf(kind, exchange), "day=")) {
        if (dayStart(day) !== undefined) found.push({ kind, exchange, day });
      }
    }
    return found;
  }

  settledOf(kind: TapeKind, code: string): string {
    const exchange = exchangeOf(code);
    invariant(exchange !== undefined, "only service codes become folders");
    return join(this.root, kind, `exchange=${exchange}`, `code=${code}`);
  }

  settledDay(kind: TapeKind, code: string, day: string): string {
    return join(this.settledOf(kind, code), `day=${day}`);
  }

  /** The files with rows of a code in `[fromMs, toMs)`. Files of all codes may turn out to have none of this one. */
  async find(kind: TapeKind, code: string, fromMs: number, toMs: number): Promise<FoundFiles> {
    const exchange = exchangeOf(code);
    if (exchange === undefined || toMs <= fromMs) return { settled: [], pending: [] };
    const settled: FoundFile[] = [];
    const pending: FoundFile[] = [];
    const isWanted = (file: TapeFile): boolean => file.lastMs >= fromMs && file.firstMs < toMs;
    for (const day of await this.#days(kind, code, exchange, fromMs, toMs)) {
      const own = uncovered(await filesIn(this.settledDay(kind, code, day)));
      const shared = uncovered(await filesIn(this.pendingDay(kind, exchange, day)));
      settled.push(...own.filter(isWanted));
      pending.push(...shared.filter((file) => isWanted(file) && !own.some((whole) => isCovered(file, whole))));
    }
    return { settled, pending };
  }

  async #days(kind: TapeKind, code: string, exchange: string, fromMs: number, toMs: number): Promise<string[]> {
    const lastMs = fromMs + FEW_DAYS * DAY_MS;
    if (toMs <= lastMs) return daysBetween(fromMs, toMs);
    const [own, shared] = [
      await namesIn(this.settledOf(kind, code), "day="),
      await namesIn(this.pendingOf(kind, exchange), "day="),
    ];
    const [first, last] = [dayOf(fromMs), dayOf(toMs - 1)];
    return [...new Set([...own, ...shared])].filter((day) => day >= first && day <= last).toSorted();
  }
}

/** Ours, in the order of what they hold. A folder that is not there has none. */
export async function filesIn(folder: string): Promise<FoundFile[]> {
  const names = await readdir(folder).catch(absent);
  const files = names.flatMap((name) => {
    const file = parseFileName(name);
    return file ? [{ ...file, path: join(folder, name) }] : [];
  });
  return files.toSorted((one, other) => one.from - other.from || one.firstMs - other.firstMs);
}

/** The parts after `prefix` in the names of a folder's entries, sorted: `day=` gives the days. */
export async function namesIn(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder).catch(absent);
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .toSorted();
}

function absent(error: unknown): string[] {
  if (codeOf(error) === "ENOENT") return [];
  throw error;
}
