/**
 * Bounds how many threads calls of file systems may take that may never answer. A lost share keeps its callers, and with them
 * threads of the pool that all of the process shares: without threads, no name is looked up, no answer compressed, no file read.
 */
import { readEnvironment } from "../config/environment.ts";

export interface DiskLanes {
  /**
   * Makes a call when the process and the folder have a free lane, in the order of the callers.
   *
   * @throws the signal's reason when that is aborted before the call was made
   */
  run<Result>(folder: string, call: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether a call has not come back yet. */
  isBusy(): boolean;
}

interface Waiting {
  readonly folder: string;
  readonly start: () => void;
}

/** @param all calls at the same time, of which one folder may have `ofFolder` */
export function diskLanes({ all, ofFolder }: { readonly all: number; readonly ofFolder: number }): DiskLanes {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let busy = 0;

  const isFree = (folder: string): boolean => busy < all && (taken.get(folder) ?? 0) < ofFolder;
  const take = (folder: string): void => {
    busy++;
    taken.set(folder, (taken.get(folder) ?? 0) + 1);
  };
  const give = (folder: string): void => {
    busy--;
    const left = (taken.get(folder) ?? 1) - 1;
    if (left > 0) taken.set(folder, left);
    else taken.delete(folder);
    for (const next of waiting) {
      if (busy >= all) return;
      if (!isFree(next.folder)) continue;
      waiting.delete(next);
      take(next.folder);
      next.start();
    }
  };
  const turn = (folder: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(mine);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const mine: Waiting = { folder, start };
      waiting.add(mine);
      signal?.addEventListener("abort", leave, { once: true });
    });

  return {
    async run(folder, call, signal) {
      signal?.throwIfAborted();
      if (isFree(folder)) take(folder);
      else await turn(folder, signal);
      try {
        return await call();
      } finally {
        give(folder);
      }
    },
    isBusy: () => busy > 0,
  };
}

/** Of libuv; `bin/start.js` sets more. */
const DEFAULT_THREADS = 4;

let ofProcess: DiskLanes | undefined;

/** Those of this process: half of its threads, and a quarter for one folder. */
export function processLanes(): DiskLanes {
  const threads = Number(readEnvironment()["UV_THREADPOOL_SIZE"] ?? DEFAULT_THREADS) || DEFAULT_THREADS;
  ofProcess ??= diskLanes({
    all: Math.max(1, Math.floor(threads / 2)),
    ofFolder: Math.max(1, Math.floor(threads / 4)),
  });
  return ofProcess;
}
