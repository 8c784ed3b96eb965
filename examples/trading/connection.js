/** What the examples of trading begin and end with. */
import { signed, tradingClient, TripodError } from "@tripod/client/trading";

export const URL_OF_TRIPOD = process.env["TRIPOD_URL"] || "http://127.0.0.1:8080";

/** Without a key: public prices. */
export function stranger() {
  return tradingClient({ baseUrl: URL_OF_TRIPOD });
}

/** With the key in `AUTH`, which is its name and its secret, joined by a dot, as `tripod init` shows them. */
export function trader() {
  const [, key, secret] = /^([^.]+)\.(.+)$/.exec(process.env["AUTH"] ?? "") ?? [];
  if (!key) throw new Error("Set AUTH to your key and its secret, joined by a dot: see README.md.");
  return tradingClient({ baseUrl: URL_OF_TRIPOD, auth: signed({ key, secret }) });
}

/** A connected exchange; one that trades with real money only where that is allowed. */
export async function exchangeToUse(trading, code, isLiveAllowed) {
  const exchanges = await trading.market.listExchanges();
  const found = exchanges.find((each) => each.code === code);
  if (!found)
    throw new Error(`No exchange has the code ${code}; these do: ${exchanges.map((each) => each.code).join(", ")}.`);
  // The platform says so in the name, and nothing else ends like this.
  const isForTries = /\((?:simulated|paper)\)$/.test(found.name);
  if (!isForTries && !isLiveAllowed)
    throw new Error(`${found.name} trades with real money: choose a simulated or paper exchange.`);
  return found;
}

/** Ends with one sentence, and no secret in it. */
export function fail(error) {
  const isAway = error instanceof TripodError && error.kind === "noAnswer";
  console.error(isAway ? `Tripod does not answer at ${URL_OF_TRIPOD}: is it running?` : error.message);
  process.exitCode = 1;
}
