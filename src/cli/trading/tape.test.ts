/** `tripod trading tape import` and `info` as an operator runs them: the program itself, without any database. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { commandLine, type Ran } from "../../../test/support/command-line.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { tapeMarket } from "../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../test/support/tape-world.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openTape } from "../../trading/tape/index.ts";

const MIDNIGHT = Date.parse("2024-01-02T00:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;

const folder = await temporaryFolder();
afterAll(() => folder.remove());
const settings = join(folder.path, "tripod.yaml");
await writeFile(settings, "");
const data = join(folder.path, "data");
const nowhere = { connectionString: "postgres://nobody@127.0.0.1:1/nothing" };
const tripod = await commandHere(nowhere, { TRIPOD_CONFIG: settings, TRIPOD_DATA_DIR: data });
const program = await commandLine(nowhere, { TRIPOD_CONFIG: settings, TRIPOD_DATA_DIR: data });

function kline(minute: number): string {
  const start = MIDNIGHT + minute * MINUTE;
  return `${start},10,12,9,11,5.5,${start + MINUTE - 1},55,7,1,2,0`;
}

async function bring(
  name: string,
  text: string,
  layout: string,
  code: string,
  run: typeof tripod | typeof program = tripod,
): Promise<Ran> {
  const file = join(folder.path, name);
  await writeFile(file, text);
  return run("trading", "tape", "import", "--layout", layout, "--code", code, file);
}

const files = async (): Promise<string[]> => (await readdir(join(data, "tape"), { recursive: true })).toSorted();

test("dumps come onto the tape once, and are shown", async () => {
  const klines = [0, 1, 2].map(kline).join("\n");
  const added = "3 rows added, 0 were there already, on 1 day of binance-btcusdt\n";
  expect(await bring("k.csv", klines, "binance-klines", "binance-btcusdt")).toEqual({ code: 0, out: added, err: "" });
  const again = "1 row added, 3 were there already, on 1 day of binance-btcusdt\n";
  expect(await bring("l.csv", `${klines}\n${kline(3)}`, "binance-klines", "binance-btcusdt")).toMatchObject({
    out: again,
  });
  const trades = `${MIDNIGHT / 1_000}.5,100,1\n${MIDNIGHT / 1_000 + 90_000},101,2\n`;
  expect(await bring("XBTUSD.csv", trades, "kraken-trades", "kraken-btcusd")).toMatchObject({
    out: "2 rows added, 0 were there already, on 2 days of kraken-btcusd\n",
  });
  const before = await files();
  expect(await bring("XBTUSD.csv", trades, "kraken-trades", "kraken-btcusd")).toMatchObject({
    out: "0 rows added, 2 were there already, on 2 days of kraken-btcusd\n",
  });
  expect(await files()).toEqual(before);

  const shown = (await tripod("trading", "tape", "info")).out.replaceAll(/ +/g, " ");
  expect(shown).toBe(
    "binance-btcusdt candles 2024-01-02 00:00:00 to 2024-01-02 00:03:00\n" +
      "kraken-btcusd trades 2024-01-02 00:00:00 to 2024-01-03 01:00:00\n2 markets\n",
  );
});

test("an exchange that there is not is refused, unless its history alone is to be kept", async () => {
  for (const code of ["binanse-btcusdt", "btcusdt", "__proto__-btcusdt"]) {
    const { code: exit, out, err } = await bring("k.csv", kline(0), "binance-klines", code);
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    expect(err).toMatch(/^error: There is no exchange ".*--as-history/);
  }
  expect(await bring("k.csv", kline(0), "binance-klines", "simalpha-btcusdt")).toMatchObject({ code: 0 });
  const file = join(folder.path, "k.csv");
  const kept = ["--layout", "binance-klines", "--code", "mtgox-btcusd", "--as-history"];
  expect(await tripod("trading", "tape", "import", ...kept, file)).toMatchObject({
    code: 0,
    out: "1 row added, 0 were there already, on 1 day of mtgox-btcusd\n",
  });
});

test.each([
  [
    "bad.csv",
    `${kline(5)}\n${kline(6).replace("12", "twelve")}`,
    "binance-klines",
    1,
    /bad\.csv .*line 2: "twelve" is not a valid high\./,
  ],
  ["any.csv", kline(7), "coinbase-trades", 2, /Allowed choices are binance-trades, binance-klines, kraken-trades/],
])("%s is refused in a sentence, and nothing changes", async (name, text, layout, exitCode, sentence) => {
  const before = await files().catch(() => []);
  const { code, out, err } = await bring(name, text, layout, "binance-btcusdt");
  expect({ code, out }).toEqual({ code: exitCode, out: "" });
  expect(err).toMatch(sentence);
  expect(err).not.toMatch(/^\s+at /m);
  expect((await files()).filter((each) => each.endsWith(".parquet"))).toEqual(
    before.filter((each) => each.endsWith(".parquet")),
  );
  expect(await readdir(join(data, "tape", "writing")).catch(() => [])).toEqual([]);
});

test("an import beside a server that records the same market harms neither", async () => {
  const clock = manualClock(MIDNIGHT + 5 * DAY);
  const code = "binance-ethusdt";
  const market = tapeMarket([code], clock);
  const server = openTape({ ...TAPE_OPTIONS, dataDir: data, market, clock, flushSeconds: 10 });
  server.start();
  onTestFinished(() => server.stop());
  const start = clock.now() / 1_000;
  let recorded = 0;
  let imports = "";
  const imported = [0, 1].map((row) => `${9_000 + row},7,1,7,${start - 1_000 + row},true,true`).join("\n");
  const importing = bring("t.csv", imported, "binance-trades", code, program).then(({ out }) => (imports = out));
  // Flushes and what puts their files together, as fast as they go, for as long as the import runs.
  while (imports === "" || recorded < 40) {
    market.trade(code, { id: String(recorded++), price: 5 });
    await clock.advance(10_000);
    await server.flush();
    await server.maintain();
  }
  await importing;
  expect(imports).toBe("2 rows added, 0 were there already, on 1 day of binance-ethusdt\n");
  const { volume } = await server.candles(code, "1d", start - DAY, clock.now() / 1_000 + DAY);
  expect(volume.reduce((sum, each) => sum + each, 0)).toBe(recorded + 2);
  expect(server.status()).toMatchObject({ failedFlushes: 0, skippedRows: 0 });
});
