/** Published dumps, as their publishers lay them out; the rows are made up. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { tapeMarket } from "../../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../../test/support/tape-world.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { openTape, type RunningTape } from "../tape.ts";
import { importFiles, type Imported, type ImportProgress } from "./import-files.ts";
import type { ImportLayout } from "./layouts.ts";

const MIDNIGHT = Date.parse("2024-01-02T00:00:00Z");
const CODE = "binance-btcusdt";
const END = MIDNIGHT + 86_400_000;

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

async function bring(
  layout: ImportLayout,
  files: Readonly<Record<string, string | Buffer>>,
  more: { code?: string; signal?: AbortSignal; onProgress?: (progress: ImportProgress) => void } = {},
): Promise<Imported> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return importFiles({
    dataDir: join(folder.path, "data"),
    files: Object.keys(files).map((name) => join(folder.path, name)),
    layout,
    code: CODE,
    clock,
    memoryMegabytes: 128,
    threads: 1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
}

function reader(market = tapeMarket([], clock)): RunningTape {
  const tape = openTape({
    dataDir: join(folder.path, "data"),
    market,
    clock,
    ...TAPE_OPTIONS,
  });
  opened.push(tape);
  return tape;
}

async function candles(interval: "1m" | "1d", fromMs = MIDNIGHT - 86_400_000, toMs = END): Promise<number[][]> {
  const { ms, open, high, low, close, volume } = await reader().candles(CODE, interval, fromMs, toMs);
  return [...ms].map((at, row) => [
    at - MIDNIGHT,
    ...[open, high, low, close, volume].map((column) => column[row] ?? -1),
  ]);
}

const BINANCE_TRADES = [
  `100,42000.5,0.25,10500.125,${MIDNIGHT - 1},True,True`,
  `101,42001,0.5,21000.5,${MIDNIGHT + 10},False,True`,
  `102,42003,1,42003,${MIDNIGHT + 10},false,true`,
  `103,41999,0.125,5249.875,${MIDNIGHT + 60_000},true,true`,
];
const FROM_TRADES = [
  [-60_000, 42_000.5, 42_000.5, 42_000.5, 42_000.5, 0.25],
  [0, 42_001, 42_003, 42_001, 42_003, 1.5],
  [60_000, 41_999, 41_999, 41_999, 41_999, 0.125],
];

function zip(name: string, text: string, { crc = crc32(Buffer.from(text)), entries = 1 } = {}): Buffer {
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

describe("trades of Binance", () => {
  const text = BINANCE_TRADES.join("\n");
  const inMicroseconds = text.replaceAll(/,(\d{13}),/g, ",$1000,");
  const withHeader = `id,price,qty,quote_qty,time,is_buyer_maker\n${text.replaceAll(/,true$/gim, "")}`;

  test.each([
    ["a.csv", text],
    ["a.csv.gz", gzipSync(text)],
    ["a.zip", zip("a.csv", text)],
    ["microseconds.csv", inMicroseconds],
    ["header.csv", withHeader],
  ])("become candles, from %s", async (name, content) => {
    expect(await bring("binance-trades", { [name]: content })).toEqual({ rows: 4, added: 4, days: 2 });
    expect(await candles("1m")).toEqual(FROM_TRADES);
    expect(await readdir(join(folder.path, "data", "tape", "writing"))).toEqual([]);
  });

  test("are added once, however often and in whichever files they come", async () => {
    const day = BINANCE_TRADES.slice(1).join("\n");
    expect(await bring("binance-trades", { "day.csv": day })).toEqual({ rows: 3, added: 3, days: 1 });
    const told: ImportProgress[] = [];
    const onProgress = (progress: ImportProgress): void => void told.push(progress);
    expect(await bring("binance-trades", { "day.csv": day, "all.csv": text }, { onProgress })).toEqual({
      rows: 7,
      added: 1,
      days: 3,
    });
    expect(told.at(-1)).toMatchObject({ phase: "adding", daysDone: 2, days: 2, added: 1 });
    expect(await candles("1m")).toEqual(FROM_TRADES);
  });

  test("are not added where they were recorded", async () => {
    const recording = manualClock(MIDNIGHT + 60_000);
    const market = tapeMarket([CODE], recording);
    const tape = openTape({
      dataDir: join(folder.path, "data"),
      market,
      clock: recording,
      ...TAPE_OPTIONS,
    });
    tape.start();
    market.trade(CODE, { id: "103", price: 41_999, quantity: 0.125 });
    await tape.stop();
    expect(await bring("binance-trades", { "a.csv": text })).toMatchObject({ added: 3 });
    expect(await candles("1m")).toEqual(FROM_TRADES);
  });
});

describe("candles", () => {
  const klines = (length: number): string =>
    [0, 1]
      .map((at) => {
        const start = MIDNIGHT + at * length;
        return `${start},10,12,9,11,5.5,${start + length - 1},55,7,1,2,0`;
      })
      .join("\n");

  test("of Binance are those of one minute", async () => {
    expect(await bring("binance-klines", { "k.csv": klines(60_000) })).toEqual({ rows: 2, added: 2, days: 1 });
    expect(await candles("1d")).toEqual([[0, 10, 12, 9, 11, 11]]);
    expect(await bring("binance-klines", { "k.csv": klines(60_000) })).toMatchObject({ added: 0 });
    await expect(bring("binance-klines", { "h.csv": klines(3_600_000) })).rejects.toThrow(/no candle of one minute/);
  });

  test("of Kraken are those of one minute", async () => {
    const text = `${MIDNIGHT / 1_000},10,12,9,11,5.5,7\n${MIDNIGHT / 1_000 + 120},11,11,11,11,1,1\n`;
    expect(await bring("kraken-ohlcvt", { "XBTUSD_1.csv": text })).toMatchObject({ added: 2 });
    expect(await candles("1m")).toEqual([
      [0, 10, 12, 9, 11, 5.5],
      [120_000, 11, 11, 11, 11, 1],
    ]);
    await expect(bring("kraken-ohlcvt", { "XBTUSD_15.csv": text })).rejects.toThrow(/15 minutes/);
  });
});

test("trades of Kraken have no ids, and are told apart all the same", async () => {
  const at = MIDNIGHT / 1_000;
  const text = `${at}.5,100,1\n${at}.5,100,1\n${at}.5,101,2\n${at + 1},99.5,0.5\n`;
  expect(await bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 4, added: 4 });
  expect(await bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 4, added: 0 });
  expect(await candles("1m")).toEqual([[0, 100, 101, 99.5, 99.5, 4.5]]);
});

test("files of a tape can be brought to another one", async () => {
  await bring("binance-trades", { "a.csv": BINANCE_TRADES.slice(1).join("\n") });
  const day = join(folder.path, "data", "tape", "trades", "exchange=binance", `code=${CODE}`, "day=2024-01-02");
  const [name = ""] = await readdir(day);
  const moved = { "moved.parquet": await readFile(join(day, name)) };
  expect(await bring("parquet", moved)).toMatchObject({ rows: 3, added: 0 });
  expect(await bring("parquet", moved, { code: "other-btcusdt" })).toMatchObject({ rows: 3, added: 3 });
});

describe("what cannot be imported", () => {
  const good = BINANCE_TRADES.join("\n");
  test.each<[string, ImportLayout, string | Buffer, RegExp]>([
    ["text.csv", "binance-trades", good.replace("42003,1,", "42003,one,"), /cannot be imported as binance-trades/],
    ["columns.csv", "binance-trades", "1,2,3\n", /3 columns; expected are 6 to 7/],
    ["empty.csv", "kraken-trades", "", /columns/],
    ["price.csv", "kraken-trades", "1700000000,0,1\n", /no price/],
    ["times.csv", "kraken-trades", "17,1,1\n", /times that cannot be/],
    ["future.csv", "kraken-trades", "4102444800,1,1\n", /times that cannot be/],
    ["broken.zip", "binance-trades", Buffer.from("PK no"), /no ZIP/],
    ["crc.zip", "binance-trades", zip("a.csv", good, { crc: 1 }), /checksum/],
    ["two.zip", "binance-trades", zip("a.csv", good, { entries: 2 }), /one file/],
    ["text.parquet", "parquet", "no", /cannot be imported as parquet/],
  ])("%s is refused, and leaves nothing", async (name, layout, content, message) => {
    await expect(bring(layout, { [name]: content })).rejects.toThrow(message);
    expect(await candles("1m", 0, 1_000)).toEqual([]);
    expect(await readdir(join(folder.path, "data", "tape"))).not.toContain("trades");
    expect(await readdir(join(folder.path, "data", "tape", "writing")).catch(() => [])).toEqual([]);
  });

  test("is said before anything is read", async () => {
    await expect(bring("parquet", {}, { code: "../../etc" })).rejects.toThrow(/no service code/);
    const none = importFiles({
      dataDir: folder.path,
      files: [join(folder.path, "none.csv")],
      layout: "parquet",
      code: CODE,
      clock,
      memoryMegabytes: 128,
      threads: 1,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await expect(none).rejects.toThrow(/no file/);
  });

  test("by who stops it is left out, and the rest stays", async () => {
    const stop = new AbortController();
    const onProgress = ({ daysDone }: ImportProgress): void => {
      if (daysDone === 1) stop.abort(new Error("stopped"));
    };
    await expect(bring("binance-trades", { "a.csv": good }, { signal: stop.signal, onProgress })).rejects.toThrow(
      "stopped",
    );
    expect((await candles("1m")).length).toBeGreaterThan(0);
  });
});
