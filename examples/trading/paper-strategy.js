/**
 * Starts a strategy on a simulated exchange, follows its orders until one has traded, and stops it.
 *
 *   node paper-strategy.js [market]
 *
 * It buys 0.03 of the market's base currency in slices of 0.01, one in five seconds. The default is simalpha-btcusdt. Real
 * money is refused. Ctrl-C stops the strategy too.
 */
import { WebSocket } from "ws";
import { exchangeToUse, fail, trader } from "./connection.js";

const market = process.argv[2] ?? "simalpha-btcusdt";
const WAIT_MS = 120_000;
/** States in which it has come to its end by itself. */
const ENDED = new Set(["completed", "stopped", "force_stopped", "errored"]);

try {
  const trading = trader();
  const exchange = await exchangeToUse(trading, market.split("-")[0], false);
  const strategy = await start(trading, await activeKeyAt(trading, exchange));
  await untilItTraded(trading, strategy);
} catch (error) {
  fail(error);
}

async function activeKeyAt(trading, { code, name }) {
  for await (const key of trading.exchanges.listKeys.each()) {
    if (key.exchange === code && key.status === "active") return key.id;
  }
  throw new Error(`You have no tested key at ${name}: add one with add-exchange-key.js.`);
}

async function start(trading, apikey) {
  const { profile } = await trading.strategies.createProfile({
    name: `Paper ${market}`,
    // Of the library: buys a total in slices, at a price relative to the best bid.
    algorithm_id: "900001",
    slice_delay: 5,
    executable_codes: [market],
    executable_apikeys: [apikey],
    executable_values: ["0.01"],
    executable_parents: ["0.03"],
    executable_priceoffset: ["500"],
  });
  const [strategy] = profile.strategies;
  await trading.strategies.start({ id: strategy.id });
  console.log(`Strategy ${strategy.id} runs on ${market}.`);
  return strategy.id;
}

async function untilItTraded(trading, id) {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort(new Error("Interrupted.")));
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(WAIT_MS)]);
  const push = trading.push({ WebSocket });
  let isStopping = false;
  try {
    for await (const { channel, data } of push.messages([`transactions/${id}`, `strategy/${id}`], { signal })) {
      if (channel.startsWith("strategy/")) {
        console.log(`It is ${data.state}.`);
        if (ENDED.has(data.state)) return;
      } else if (!isStopping && data.orders.some(hasTraded)) {
        for (const order of data.orders.filter(hasTraded)) tell(order);
        isStopping = true;
        await trading.strategies.stop({ id });
      }
    }
  } catch (error) {
    const { why } = signal.aborted ? await trading.strategies.dataDebug({ id }) : {};
    // A strategy that is not followed should not go on.
    if (!isStopping) await trading.strategies.stop({ id });
    if (!signal.aborted || interrupted.signal.aborted) throw error;
    throw new Error(`It was stopped after ${WAIT_MS / 1000} seconds, in which it did not end: ${why}`, {
      cause: error,
    });
  } finally {
    push.close();
  }
}

function hasTraded({ filled }) {
  return Number(filled) > 0;
}

function tell({ side, filled, symbol, average, id }) {
  console.log(`Order ${id}: ${side} ${filled} ${symbol} at ${average}.`);
}
