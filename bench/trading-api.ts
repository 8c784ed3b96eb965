/**
 * How many signed requests the trading platform answers, against a bare `node:http` that sends the same bytes to the same
 * signed requests. Prints a table; asserts nothing.
 *
 *   npm run bench -- trading-api
 */
import { cpus } from "node:os";
import { serveRecorded } from "./http/bare-server.ts";
import { generateLoad } from "./http/load.ts";
import { measureSignedRequests } from "./trading/signed-requests.ts";

/** Without a query of the database, with a longer answer, and with one query. */
const PATHS = ["system/timestamp", "algorithm-creator/list-order-types", "subscriptions/details"];

const options = process.argv.slice(2);

if (options[0] === "load") generateLoad();
else if (options[0] === "bare") serveRecorded();
else {
  say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
  const nodeOptions = options.filter((option) => option.startsWith("--cpu-prof"));
  await measureSignedRequests({ paths: PATHS, exchanges: "", nodeOptions, print: say });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
