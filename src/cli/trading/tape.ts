/** `tripod trading tape import` and `info`. */
import { basename, join, resolve } from "node:path";
import { SingleBar } from "cli-progress";
import { UserError } from "../../kit/errors/user-error.ts";
import { isThere } from "../../kit/files/is-there.ts";
import { silentLog } from "../../kit/log/log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { ImportLayout } from "../../trading/tape/index.ts";
import { readConfiguration } from "../configuration.ts";
import { requireInstallation } from "../require-installation.ts";
import { writeJson } from "../write-json.ts";

export interface ImportTapeOptions {
  readonly layout: ImportLayout;
  readonly code: string;
  /** Of an exchange that cannot be connected: its history alone is kept. */
  readonly asHistory?: boolean;
}

export async function importTape(
  files: readonly string[],
  { layout, code, asHistory }: ImportTapeOptions,
): Promise<void> {
  if (asHistory !== true) await mustBeKnown(code);
  const { importFiles } = await import("../../trading/tape/index.ts");
  const { shared, trading } = await settings();
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new UserError("Stopped. What was imported stays; run it again to go on.")));
  const bar = new SingleBar({
    format: "{file}: {phase}, {value} of {total} days, {added} rows added, {duration_formatted}",
    stream: process.stderr,
    noTTYOutput: false,
    clearOnComplete: true,
  });
  bar.start(0, 0, { file: "", phase: "", added: 0 });
  try {
    const { rows, added, days } = await importFiles({
      dataDir: shared.dataDir,
      files,
      layout,
      code,
      clock: systemClock(),
      memoryMegabytes: trading.tapeMemoryMegabytes,
      threads: trading.tapeThreads,
      minimumFreeMegabytes: trading.tapeMinimumFreeMegabytes,
      signal: stop.signal,
      onProgress({ file, phase, daysDone, days: all, added: addedSoFar }) {
        bar.setTotal(all);
        bar.update(daysDone, { file: basename(file), phase, added: addedSoFar });
      },
    });
    bar.stop();
    process.stdout.write(
      `${counted(added, "row")} added, ${rows - added} were there already, on ${counted(days, "day")} of ${code}\n`,
    );
  } finally {
    bar.stop();
  }
}

/** A slip in the exchange's code would make a market that is never asked for. */
async function mustBeKnown(code: string): Promise<void> {
  const { findExchange } = await import("../../trading/exchanges/index.ts");
  const { SIMULATED_CODES } = await import("../../trading/simulation/index.ts");
  const exchange = code.slice(0, Math.max(0, code.indexOf("-")));
  if (findExchange(exchange.replace(/_paper$/, "")) || SIMULATED_CODES.includes(exchange)) return;
  throw new UserError(
    `There is no exchange "${exchange.slice(0, 40)}". A code is that of an exchange, a dash, and the pair in small ` +
      "letters: binance-btcusdt. Give --as-history too to keep the history of an exchange that cannot be connected.",
  );
}

export async function showTape({ code, json }: { readonly code?: string; readonly json: boolean }): Promise<void> {
  const { openTape } = await import("../../trading/tape/index.ts");
  const { shared, trading } = await settings();
  // A tape may be there without a database: dumps are imported without one.
  if (!(await isThere(join(resolve(shared.dataDir), "tape")))) await requireInstallation(shared);
  const tape = openTape({
    dataDir: shared.dataDir,
    market: undefined,
    clock: systemClock(),
    log: silentLog(),
    flushSeconds: trading.tapeFlushSeconds,
    retention: { tops: 0, trades: 0, candles: 0 },
    minimumFreeMegabytes: 0,
    bufferRows: 1,
    memoryMegabytes: trading.tapeMemoryMegabytes,
    threads: trading.tapeThreads,
  });
  try {
    const known = (await tape.availability()).filter((each) => code === undefined || each.code === code);
    const spans = known.flatMap(({ code: of, kinds }) =>
      Object.entries(kinds).flatMap(([kind, times]) => times.map((each) => ({ code: of, kind, ...each }))),
    );
    if (json) {
      const instants = spans.map(({ firstMs, lastMs, ...of }) => {
        return { ...of, firstAt: new Date(firstMs).toISOString(), lastAt: new Date(lastMs).toISOString() };
      });
      return writeJson(instants);
    }
    for (const { code: of, kind, firstMs, lastMs } of spans) {
      process.stdout.write(`${of.padEnd(32)} ${kind.padEnd(8)} ${shown(firstMs)} to ${shown(lastMs)}\n`);
    }
    process.stdout.write(`${counted(known.length, "market")}\n`);
  } finally {
    await tape.stop();
  }
}

async function settings() {
  const { tradingSettings } = await import("../../trading/config.ts");
  return readConfiguration({ trading: tradingSettings }).config;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function shown(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").slice(0, 19);
}
