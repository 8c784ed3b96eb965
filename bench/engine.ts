/**
 * How fast the strategy engine is. Prints a table; asserts nothing.
 *
 *   npm run bench -- engine [conditions] [wire] [reconvene] [many]
 */
import { cpus, loadavg } from "node:os";
import type { Print } from "./market/rows.ts";

interface Part {
  run(print: Print): Promise<void>;
}

/** In the order in which they are measured. Loaded when their turn comes, so that one does not slow another. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  conditions: () => import("./engine/conditions.ts"),
  wire: () => import("./engine/wire.ts"),
  reconvene: () => import("./engine/reconvene.ts"),
  many: () => import("./engine/many.ts"),
};

const asked = process.argv.slice(2);
if (asked[0] === "venue") (await import("./market/venue.ts")).serveVenue();
else if (asked[0] === "prices") (await import("./engine/price-source.ts")).servePrices();
else await bench();

async function bench(): Promise<void> {
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    say(`There is no part ${unknown.join(", ")}. These are here: ${Object.keys(PARTS).join(", ")}`);
    process.exitCode = 1;
    return;
  }
  say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load()} at the start`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await (await part()).run(say);
  }
  say(`load ${load()} at the end`);
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
