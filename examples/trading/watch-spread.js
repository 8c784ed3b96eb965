/**
 * Follows the spread of two markets and tells when buying at the first and selling at the second returns enough.
 *
 *   node watch-spread.js simalpha-btcusdt simgamma-btcusdt 0.1
 *
 * Both markets have the same pair. The last argument is the return in percent, before fees. Ends with Ctrl-C.
 */
import { WebSocket } from "ws";
import { fail, stranger, URL_OF_TRIPOD } from "./connection.js";

const [buyAt = "simalpha-btcusdt", sellAt = "simgamma-btcusdt", percent = "0.1"] = process.argv.slice(2);
let last = "";

try {
  const threshold = Number(percent);
  if (percent.trim() === "" || !Number.isFinite(threshold))
    throw new Error(`The return must be a number, not ${percent}.`);
  const trading = stranger();
  // Push would wait for a server that is away. At the start it is more likely that the address is wrong.
  await trading.system.ping({}, { retries: 0 });
  await follow(trading, threshold);
} catch (error) {
  fail(error);
}

async function follow(trading, threshold) {
  const push = trading.push({
    WebSocket,
    onState(state) {
      // What was said before the break holds no longer. Push connects again, and every channel begins with a snapshot.
      if (state === "lost") say("lost", `The connection to ${URL_OF_TRIPOD} is lost; trying again.`);
    },
  });
  process.once("SIGINT", () => push.close());
  process.once("SIGTERM", () => push.close());
  try {
    for await (const { data, state } of push.messages([`spread/${buyAt}+${sellAt}`])) show(data, state, threshold);
  } finally {
    push.close();
  }
}

function show(data, state, threshold) {
  // A book that is stale, crossed or empty has no price, and the last one is not a price any more.
  if (data === null) return say(`no price: ${state}`, `No price: a book is ${state}.`);
  const { ask, bid } = data;
  const profit = ((bid.price - ask.price) / ask.price) * 100;
  const prices = `buy at ${buyAt} for ${ask.price}, sell at ${sellAt} for ${bid.price}: ${profit.toFixed(3)} %`;
  if (profit >= threshold) say("above", `Above ${threshold} %: ${prices}`);
  else say("below", `Below ${threshold} %: ${prices}`);
}

/** Only what is new: a price that stays on its side of the threshold is not told again. */
function say(what, line) {
  if (what !== last) console.log(`${new Date().toISOString()} ${line}`);
  last = what;
}
