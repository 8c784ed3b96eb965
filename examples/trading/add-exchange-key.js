/**
 * Adds a key of an exchange and shows what the exchange says about it.
 *
 *   EXCHANGE_TOKEN=any-token EXCHANGE_SECRET=any-secret node add-exchange-key.js [exchange] [--live]
 *
 * The default, simalpha, is simulated and takes any token. An exchange with real money needs `--live`. A passphrase goes
 * into EXCHANGE_PASSWORD. Secrets come from the environment: other users of the machine can see arguments.
 */
import { parseArgs } from "node:util";
import { exchangeToUse, fail, trader } from "./connection.js";

try {
  const options = { live: { type: "boolean", default: false } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [token, secret, password] = ["TOKEN", "SECRET", "PASSWORD"].map((name) => process.env[`EXCHANGE_${name}`]);
  if (!token || !secret)
    throw new Error("Set EXCHANGE_TOKEN and EXCHANGE_SECRET to the exchange's key and its secret.");
  const trading = trader();
  const exchange = await exchangeToUse(trading, positionals[0] ?? "simalpha", values.live);
  await add(trading, exchange, { token, secret, ...(password ? { password } : {}) });
} catch (error) {
  fail(error);
}

async function add(trading, exchange, secrets) {
  const label = `${exchange.code} ${new Date().toISOString().slice(0, 16)}`;
  const { id } = await trading.exchanges.addKey({ exchange: exchange.code, label, ...secrets });
  console.log(`Key ${id} is added at ${exchange.name}.`);
  const test = await trading.exchanges.testKey({ id });
  if (!test.valid) {
    await trading.exchanges.deleteKey({ id });
    throw new Error(`The exchange refuses the key, and it is removed again: ${test.message}`);
  }
  console.log(`The test says: ${test.message} (${test.status}, ${test.latency_ms} ms)`);
  for (const right of ["read", "trade", "withdraw"]) console.log(`  may ${right}: ${word(test.permissions[right])}`);
  console.log(`  from certain addresses only: ${word(test.ip_restricted)}`);
  if (test.permissions.withdraw) console.log("Take the right to withdraw from it: trading does not need it.");
}

function word(answer) {
  if (answer === null) return "the exchange does not say";
  return answer ? "yes" : "no";
}
