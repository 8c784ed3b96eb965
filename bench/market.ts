/**
 * How fast the market is. Prints a table; asserts nothing.
 *
 *   npm run bench -- market [books] [feed] [adapter] [spread-history] [indicators] [matching] [prices]
 */
import { cpus } from "node:os";
import { row, type Print } from "./market/rows.ts";

interface Part {
  run(print: Print): Promise<void> | void;
}

/** In the order in which they are measured. Loaded when their turn comes, so that one does not slow another. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  books: () => import("./market/books.ts"),
  feed: () => import("./market/feed.ts"),
  adapter: () => import("./market/adapter.ts"),
  "spread-history": () => import("./market/spread-history.ts"),
  indicators: () => import("./market/indicators.ts"),
  prices: async () => {
    const { measureSignedRequests } = await import("./trading/signed-requests.ts");
    const paths = ["public/fetch-symbol-price?code=simalpha-btcusdt,simbeta-btcusd"];
    return { run: (print) => measureSignedRequests({ paths, exchanges: "simulated", print }) };
  },
  matching: async () => {
    const { measureMatching } = await import("./market/matching.ts");
    return {
      run(print) {
        const { commandsPerSecond, otherPerSecond } = measureMatching();
        const times = (commandsPerSecond / otherPerSecond).toFixed(1);
        print(
          row(
            "matching engine",
            `${round(commandsPerSecond)} commands/s`,
            `${times} x nodejs-order-book, ${round(otherPerSecond)}/s`,
          ),
        );
      },
    };
  },
};

const asked = process.argv.slice(2);
if (asked[0] === "load") (await import("./http/load.ts")).generateLoad();
else if (asked[0] === "bare") (await import("./http/bare-server.ts")).serveRecorded();
else if (asked[0] === "followers") (await import("./market/followers.ts")).followPrices();
else if (asked[0] === "venue") (await import("./market/venue.ts")).serveVenue();
else await bench();

async function bench(): Promise<void> {
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    say(`There is no part ${unknown.join(", ")}. These are here: ${Object.keys(PARTS).join(", ")}`);
    process.exitCode = 1;
  } else {
    say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
    for (const [name, load] of Object.entries(PARTS)) {
      if (asked.length === 0 || asked.includes(name)) await (await load()).run(say);
    }
  }
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
