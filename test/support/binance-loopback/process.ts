/**
 * A loopback exchange in a process of its own, for tests in which others crash: loopback-process.ts starts it. Prints
 * `{"event":"ready","url":"http://127.0.0.1:<port>"}` as its first line, and takes commands as control.ts says. Ends
 * with its standard input, or by a signal.
 */
import { parseArgs } from "node:util";
import { startBinanceLoopback } from "./loopback.ts";
import { manyMarkets } from "./seeded-markets.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    markets: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    /** Trades this often on its own, in milliseconds; 0 for only on command. */
    every: { type: "string", default: "0" },
    /** Request weight that it allows in a minute. */
    weight: { type: "string", default: "6000" },
  },
});

const loopback = await startBinanceLoopback({
  port: Number(values.port),
  markets: manyMarkets(Number(values.markets)),
  house: { seed: Number(values.seed) },
  hasControl: true,
  limits: { weight: Number(values.weight) },
});
if (Number(values.every) > 0) loopback.world.start(Number(values.every));
process.stdout.write(`${JSON.stringify({ event: "ready", url: loopback.url })}\n`);
process.stdin.resume();
process.stdin.on("end", () => void loopback.close());
