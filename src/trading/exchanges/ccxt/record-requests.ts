/** Shows requests to exchanges in traces: the operation as the library names it, without parameters. */
import type { Traces } from "../../../kit/traces/traces.ts";
import type { CcxtExchange } from "./library.ts";

/** From the question to its answer, with the wait for a place in the rate budget. */
export function recordRequests(exchange: CcxtExchange, traces: Traces): void {
  const { fetch2 } = exchange;
  exchange.fetch2 = (path, api, method, ...rest) => {
    const attributes = { "http.request.method": method, "tripod.exchange": exchange.id };
    const start = { name: `${exchange.id} ${method} ${path}`, kind: "client", attributes } as const;
    return traces.run(start, () => fetch2.call(exchange, path, api, method, ...rest));
  };
}
