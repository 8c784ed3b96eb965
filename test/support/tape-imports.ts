/** A tape that dumps are brought onto, in a folder of its own, with made-up rows as their publishers lay them out. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { afterEach, beforeEach } from "vitest";
import type { Clock } from "../../src/kit/time/clock.ts";
import { importFiles, openTape, type ImportLayout, type RunningTape } from "../../src/trading/tape/index.ts";
import { manualClock } from "./manual-clock.ts";
import { tapeMarket } from "./tape-market.ts";
import { TAPE_OPTIONS } from "./tape-world.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export const MIDNIGHT = Date.parse("2024-01-02T00:00:00Z");
export const CODE = "binance-btcusdt";

export const BINANCE_TRADES = [
  `100,42000.5,0.25,10500.125,${MIDNIGHT - 1},True,True`,
  `101,42001,0.5,21000.5,${MIDNIGHT + 10},False,True`,
  `102,42003,1,42003,${MIDNIGHT + 10},false,true`,
  `103,41999,0.125,5249.875,${MIDNIGHT + 60_000},true,true`,
];
/** Candles of these: milliseconds after midnight, open, high, low, close, volume. */
export const FROM_TRADES = [
  [-60_000, 42_000.5, 42_000.5, 42_000.5, 42_000.5, 0.25],
  [0, 42_001, 42_003, 42_001, 42_003, 1.5],
  [60_000, 41_999, 41_999, 41_999, 41_999, 0.125],
];

type Options = Parameters<typeof importFiles>[0];

export interface TapeImports {
  readonly folder: string;
  readonly clock: Clock;
  /** Writes files, and imports them. */
  bring(
    layout: ImportLayout,
    files: Readonly<Record<string, string | Buffer>>,
    more?: Partial<Options>,
  ): ReturnType<typeof importFiles>;
  reader(): RunningTape;
  /** As `FROM_TRADES`. */
  candles(interval: "1m" | "1d", fromMs?: number, toMs?: number): Promise<number[][]>;
}

/** Call it at the top level of a test file: each of its tests has a folder of its own. */
export function tapeImports(): TapeImports {
  let folder: TemporaryFolder;
  const clock = manualClock(Date.parse("2026-03-02T12:00:00Z"));
  const opened: RunningTape[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((tape) => tape.stop()));
    await folder.remove();
  });
  return {
    get folder() {
      return folder.path;
    },
    clock,
    async bring(layout, files, more = {}) {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
      return importFiles({
        dataDir: join(folder.path, "data"),
        files: Object.keys(files).map((name) => join(folder.path, name)),
        layout,
        code: CODE,
        clock,
        memoryMegabytes: 128,
        threads: 1,
        minimumFreeMegabytes: 0,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...more,
      });
    },
    reader() {
      const market = tapeMarket([], clock);
      const tape = openTape({ dataDir: join(folder.path, "data"), market, clock, ...TAPE_OPTIONS });
      opened.push(tape);
      return tape;
    },
    async candles(interval, fromMs = MIDNIGHT - 86_400_000, toMs = MIDNIGHT + 86_400_000) {
      const { ms, open, high, low, close, volume } = await this.reader().candles(CODE, interval, fromMs, toMs);
      return [...ms].map((at, row) => [
        at - MIDNIGHT,
        ...[open, high, low, close, volume].map((column) => column[row] ?? -1),
      ]);
    },
  };
}

/** An archive with one file in it. */
export function zip(name: string, text: string, { crc = crc32(Buffer.from(text)), entries = 1 } = {}): Buffer {
  const packed = deflateRawSync(Buffer.from(text));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}
