/** A process that stops as its argument says: at once, never, with a failure, or while its signal comes again. Writes `ready` when it runs. */
import { onShutdown } from "../../src/kit/lifecycle/shutdown.ts";

const how = process.argv[2];
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

onShutdown(log, stopAll, limitMs);
process.stdout.write("ready\n");
