/** Published dumps, as their publishers lay them out. */
import { DuckDBInstance } from "@duckdb/node-api";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import {
  BINANCE_TRADES,
  CODE,
  FROM_TRADES,
  MIDNIGHT,
  tapeImports,
  zip,
} from "../../../../test/support/tape-imports.ts";
import { tapeMarket } from "../../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../../test/support/tape-world.ts";
import { openTape } from "../tape.ts";
import type { ImportProgress } from "./import-files.ts";

const imports = tapeImports();

/** The result of a query, as a Parquet file. */
async function parquet(name: string, query: string): Promise<Record<string, Buffer>> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const path = join(imports.folder, `made-${name}`);
    await connection.run(`copy (${query}) to '${path}' (format parquet)`);
    return { [name]: await readFile(path) };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
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
    expect(await imports.bring("binance-trades", { [name]: content })).toEqual({ rows: 4, added: 4, days: 2 });
    expect(await imports.candles("1m")).toEqual(FROM_TRADES);
    expect(await readdir(join(imports.folder, "data", "tape", "writing"))).toEqual([]);
  });

  test("are added once, however often and in whichever files they come", async () => {
    const day = BINANCE_TRADES.slice(1).join("\n");
    expect(await imports.bring("binance-trades", { "day.csv": day })).toEqual({ rows: 3, added: 3, days: 1 });
    const told: ImportProgress[] = [];
    const onProgress = (progress: ImportProgress): void => void told.push(progress);
    expect(await imports.bring("binance-trades", { "day.csv": day, "all.csv": text }, { onProgress })).toEqual({
      rows: 7,
      added: 1,
      days: 3,
    });
    expect(told.at(-1)).toMatchObject({ phase: "adding", daysDone: 2, days: 2, added: 1 });
    expect(await imports.candles("1m")).toEqual(FROM_TRADES);
  });

  test("are not added where they were recorded", async () => {
    const recording = manualClock(MIDNIGHT + 60_000);
    const market = tapeMarket([CODE], recording);
    const tape = openTape({
      dataDir: join(imports.folder, "data"),
      market,
      clock: recording,
      ...TAPE_OPTIONS,
    });
    tape.start();
    market.trade(CODE, { id: "103", price: 41_999, quantity: 0.125 });
    await tape.stop();
    expect(await imports.bring("binance-trades", { "a.csv": text })).toMatchObject({ added: 3 });
    expect(await imports.candles("1m")).toEqual(FROM_TRADES);
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
    expect(await imports.bring("binance-klines", { "k.csv": klines(60_000) })).toEqual({ rows: 2, added: 2, days: 1 });
    expect(await imports.candles("1d")).toEqual([[0, 10, 12, 9, 11, 11]]);
    expect(await imports.bring("binance-klines", { "k.csv": klines(60_000) })).toMatchObject({ added: 0 });
    await expect(imports.bring("binance-klines", { "h.csv": klines(3_600_000) })).rejects.toThrow(
      /not a candle of one minute/,
    );
  });

  test("of Kraken are those of one minute", async () => {
    const text = `${MIDNIGHT / 1_000},10,12,9,11,5.5,7\n${MIDNIGHT / 1_000 + 120},11,11,11,11,1,1\n`;
    expect(await imports.bring("kraken-ohlcvt", { "XBTUSD_1.csv": text })).toMatchObject({ added: 2 });
    expect(await imports.candles("1m")).toEqual([
      [0, 10, 12, 9, 11, 5.5],
      [120_000, 11, 11, 11, 11, 1],
    ]);
    await expect(imports.bring("kraken-ohlcvt", { "XBTUSD_15.csv": text })).rejects.toThrow(/15 minutes/);
  });
});

test("trades of Kraken have no ids, and are distinguished all the same", async () => {
  const at = MIDNIGHT / 1_000;
  const text = `${at}.5,100,1\n${at}.5,100,1\n${at}.5,101,2\n${at + 1},99.5,0.5\n`;
  expect(await imports.bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 4, added: 4 });
  expect(await imports.bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 4, added: 0 });
  expect(await imports.candles("1m")).toEqual([[0, 100, 101, 99.5, 99.5, 4.5]]);
});

test("trades without ids are not added where they were recorded with theirs", async () => {
  const recording = manualClock(MIDNIGHT + 500);
  const market = tapeMarket([CODE], recording);
  const tape = openTape({ dataDir: join(imports.folder, "data"), market, clock: recording, ...TAPE_OPTIONS });
  tape.start();
  // Two of the three that say the same, and one of another price.
  for (const id of ["TX-1", "TX-2"]) market.trade(CODE, { id, price: 100, quantity: 1 });
  market.trade(CODE, { id: "TX-3", price: 101, quantity: 2 });
  await tape.stop();
  const at = MIDNIGHT / 1_000;
  const text = `${`${at}.5,100,1\n`.repeat(3)}${at}.5,101,2\n${at + 1},99.5,0.5\n`;
  expect(await imports.bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 5, added: 2 });
  expect(await imports.bring("kraken-trades", { "XBTUSD.csv": text })).toMatchObject({ rows: 5, added: 0 });
  expect(await imports.candles("1m")).toEqual([[0, 100, 101, 99.5, 99.5, 5.5]]);
});

describe("Parquet files with the columns of a layout", () => {
  const at = (ms: number): string => `epoch_ms(${ms})`;

  test("are read by the names of their columns, with moments as such", async () => {
    const trades = await parquet(
      "a.parquet",
      `select * from (values (${at(MIDNIGHT + 10)}, 42001.0, 0.5, false, 101), (${at(MIDNIGHT + 20)}, 42003, 1, true, 102))
       as t (time, price, qty, "isBuyerMaker", id)`,
    );
    expect(await imports.bring("binance-trades", trades)).toMatchObject({ added: 2 });
    expect(await imports.bring("binance-trades", { "same.csv": BINANCE_TRADES.slice(1, 3).join("\n") })).toMatchObject({
      added: 0,
    });
    expect(await imports.candles("1m")).toEqual([[0, 42_001, 42_003, 42_001, 42_003, 1.5]]);
  });

  test.each([
    [60_000, 2],
    [3_600_000, undefined],
  ])("hold candles of one minute: every %i ms", async (distance, added) => {
    const file = await parquet(
      "k.parquet",
      `select epoch_ms(${MIDNIGHT} + i * ${distance}) as open_time, 10 as open, 12 as high, 9 as low, 11 as close,
              5.5 as volume from range(2) as t (i)`,
    );
    const answer = imports.bring("binance-klines", file);
    if (added === undefined) await expect(answer).rejects.toThrow(/candles of 60 minutes/);
    else expect(await answer).toMatchObject({ added });
  });

  test("of Kraken have the ids that its texts give", async () => {
    const file = await parquet("x.parquet", `select ${at(MIDNIGHT + 500)} as timestamp, 100.0 as price, 1.0 as volume`);
    expect(await imports.bring("kraken-trades", file)).toMatchObject({ added: 1 });
    const text = `${MIDNIGHT / 1_000}.5,100,1\n`;
    expect(await imports.bring("kraken-trades", { "x.csv": text })).toMatchObject({ added: 0 });
    const ohlcvt = await parquet(
      "XBTUSD_1.parquet",
      `select ${at(MIDNIGHT)} as time, 1 as open, 1 as high, 1 as low, 1 as close, 1 as volume`,
    );
    expect(await imports.bring("kraken-ohlcvt", ohlcvt)).toMatchObject({ added: 1 });
  });

  test("without one of them are refused, and so is a row that cannot be", async () => {
    const none = await parquet("n.parquet", `select ${at(MIDNIGHT)} as time, 1 as price`);
    await expect(imports.bring("kraken-trades", none)).rejects.toThrow(/no column volume or quantity or amount/);
    const wrong = await parquet("w.parquet", `select ${at(MIDNIGHT)} as time, -1 as price, 1 as volume`);
    await expect(imports.bring("kraken-trades", wrong)).rejects.toThrow(/row 1: the price is missing/);
    const own = await parquet(
      "o.parquet",
      `select ${MIDNIGHT} as ms, 1 as open, 1 as high, 'nan'::double as low, 1 as close, 1 as volume`,
    );
    await expect(imports.bring("parquet", own)).rejects.toThrow(/row 1: low, open/);
  });
});

test("files of a tape can be brought to another one", async () => {
  await imports.bring("binance-trades", { "a.csv": BINANCE_TRADES.slice(1).join("\n") });
  const day = join(imports.folder, "data", "tape", "trades", "exchange=binance", `code=${CODE}`, "day=2024-01-02");
  const [name = ""] = await readdir(day);
  const moved = { "moved.parquet": await readFile(join(day, name)) };
  expect(await imports.bring("parquet", moved)).toMatchObject({ rows: 3, added: 0 });
  expect(await imports.bring("parquet", moved, { code: "other-btcusdt" })).toMatchObject({ rows: 3, added: 3 });
});

test("rows of files that overlap are read in the order of time, however few are asked for", async () => {
  const tops = (...after: number[]): string =>
    after
      .map((ms) => `select ${MIDNIGHT + ms} as ms, 1 as bid, 1 as bid_quantity, 2 as ask, 1 as ask_quantity`)
      .join(" union all ");
  await imports.bring("parquet", await parquet("one.parquet", tops(10, 30, 50)));
  await imports.bring("parquet", await parquet("other.parquet", tops(20, 40)));
  const { ms } = await imports.reader().tops(CODE, MIDNIGHT, MIDNIGHT + 86_400_000, 3);
  expect([...ms].map((at) => at - MIDNIGHT)).toEqual([10, 20, 30]);
});
