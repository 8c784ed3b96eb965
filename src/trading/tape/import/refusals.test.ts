/** Refused imports, and that they leave nothing. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BINANCE_TRADES, CODE, FROM_TRADES, tapeImports, zip } from "../../../../test/support/tape-imports.ts";
import { importFiles, type ImportProgress } from "./import-files.ts";
import type { ImportLayout } from "./layouts.ts";

const imports = tapeImports();

test("an import stops while there is little room on the disk", async () => {
  let asked = 0;
  const freeBytes = (): Promise<number> => Promise.resolve(asked++ < 2 ? 5_000_000_000 : 1_000);
  const some = imports.bring(
    "binance-trades",
    { "a.csv": BINANCE_TRADES.join("\n") },
    { freeBytes, minimumFreeMegabytes: 1 },
  );
  await expect(some).rejects.toThrow(/too little room .* run it again to go on/);
  expect(await imports.candles("1m")).toEqual(FROM_TRADES.slice(0, 1));
});

describe("what cannot be imported", () => {
  const good = BINANCE_TRADES.join("\n");
  test.each<[string, ImportLayout, string | Buffer, RegExp]>([
    ["text.csv", "binance-trades", good.replace("42003,1,", "42003,one,"), /line 3: "one" is not a valid quantity/],
    ["columns.csv", "binance-trades", "1,2,3\n", /3 columns in line 1; expected are 6 to 7/],
    ["empty.csv", "kraken-trades", "", /columns/],
    ["short.csv", "binance-trades", `${good}\n1,2\n`, /line 5: it has 2 columns; expected are 7/],
    [
      "price.csv",
      "kraken-trades",
      "time,price,volume\n1700000000,1,1\n1700000000,0,1\n",
      /line 3: the price is missing/,
    ],
    ["endless.csv", "kraken-trades", "1700000000,1,inf\n", /line 1: the quantity is missing/],
    ["none.csv", "kraken-trades", "1700000000,1,1\n1700000000,nan,1\n", /line 2: the price is missing/],
    ["times.csv", "kraken-trades", "1700000000,1,1\n17,1,1\n", /line 2: its time cannot be/],
    ["future.csv", "kraken-trades", "4102444800,1,1\n", /line 1: its time cannot be/],
    ["header.csv", "kraken-trades", "time,price,volume\n", /no rows/],
    ["cut.csv.gz", "binance-trades", gzipSync(good).subarray(0, 60), /cannot be imported/],
    ["broken.zip", "binance-trades", Buffer.from("PK no"), /not a ZIP/],
    ["crc.zip", "binance-trades", zip("a.csv", good, { crc: 1 }), /checksum/],
    ["two.zip", "binance-trades", zip("a.csv", good, { entries: 2 }), /one file/],
    ["text.parquet", "parquet", "no", /cannot be imported as parquet/],
  ])("%s is refused, and leaves nothing", async (name, layout, content, message) => {
    await expect(imports.bring(layout, { [name]: content })).rejects.toThrow(message);
    expect(await imports.candles("1m", 0, 1_000)).toEqual([]);
    expect(await readdir(join(imports.folder, "data", "tape"))).not.toContain("trades");
    expect(await readdir(join(imports.folder, "data", "tape", "writing")).catch(() => [])).toEqual([]);
  });

  test("is said before anything is read", async () => {
    await expect(imports.bring("parquet", {}, { code: "../../etc" })).rejects.toThrow(/not a service code/);
    const none = importFiles({
      dataDir: imports.folder,
      files: [join(imports.folder, "none.csv")],
      layout: "parquet",
      code: CODE,
      clock: imports.clock,
      memoryMegabytes: 128,
      threads: 1,
      minimumFreeMegabytes: 0,
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
    await expect(
      imports.bring("binance-trades", { "a.csv": good }, { signal: stop.signal, onProgress }),
    ).rejects.toThrow("stopped");
    expect((await imports.candles("1m")).length).toBeGreaterThan(0);
  });
});
