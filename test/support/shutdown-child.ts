/** A process that stops as its argument says: at once, never, with a failure, or while its signal comes again. Writes `ready` when it runs. */
import { open } from "node:fs";
import { promisify } from "node:util";
import { processLanes } from "../../src/kit/files/disk-lanes.ts";
import { onShutdown } from "../../src/kit/lifecycle/shutdown.ts";

const how = process.argv[2];
const pipe = process.argv[4] ?? "";
const limitMs = Number(process.argv[3]);
const log = {
  info: (_fields: object, message: string) => process.stdout.write(`${message}\n`),
  error: (_fields: object, message: string) => process.stdout.write(`${message}\n`),
};
const work = setInterval(() => undefined, 1000);

async function stopAll(): Promise<void> {
  if (how === "fails") throw new Error("cannot stop");
  if (how === "echoed") process.emit("SIGINT", "SIGINT");
  if (how === "never") await new Promise(() => undefined);
  clearInterval(work);
}

// Takes a thread until a program writes into the pipe, as a call to a lost share does.
if (how === "hangs") void processLanes().run("share", () => promisify(open)(pipe, "r"));

onShutdown(log, stopAll, limitMs);
process.stdout.write("ready\n");
