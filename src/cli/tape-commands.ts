/** `tripod trading tape ...`: history from elsewhere, and what there is. They need no database. */
import { InvalidArgumentError, Option, type Command } from "commander";
import type { ImportTapeOptions } from "./trading/tape.ts";

const LAYOUTS = [
  "binance-trades",
  "binance-klines",
  "kraken-trades",
  "kraken-ohlcvt",
  "parquet",
] satisfies readonly ImportTapeOptions["layout"][];

/** Adds the commands to `tripod trading`. */
export function addTapeCommands(trading: Command): void {
  const tape = trading.command("tape").description("the recorded history of markets");

  tape
    .command("import")
    .description("bring published dumps of trades or candles onto the tape; what is there already is not added again")
    .argument("<files...>", "CSV (also .gz, or .zip with one file in it) or Parquet")
    .addOption(new Option("--layout <layout>", "what the files are").choices(LAYOUTS).makeOptionMandatory())
    .requiredOption("--code <code>", "the market that they are of, such as binance-btcusdt")
    .option("--as-history", "keep it also where the exchange of the code is not one that can be connected")
    .action(async (files: string[], options: ImportTapeOptions) => {
      const { importTape } = await import("./trading/tape.ts");
      await importTape(files, options);
    });

  tape
    .command("info")
    .description("show what is recorded, of which markets and from when to when")
    .option("--code <code>", "of this market alone", parseMarketCode)
    .option("--json", "print it as JSON", false)
    .action(async (options: { code?: string; json: boolean }) => {
      const { showTape } = await import("./trading/tape.ts");
      await showTape(options);
    });
}

/** An exchange and a market of it. A text without both would name no market, as that of a shell variable that is not set. */
function parseMarketCode(code: string): string {
  if (/^[^\s-]+-\S+$/.test(code)) return code;
  throw new InvalidArgumentError("It must be the code of a market, such as binance-btcusdt.");
}
