/** Shows requests to exchanges in traces: the operation as the library names it, without parameters. */
import type { Traces } from "../../../kit/traces/traces.ts";
import type { CcxtExchange } from "./library.ts";

/** From the question to its answer, with the wait for a place in the rate budget. */
export function recordRequests(exchange: CcxtExchange, traces: Traces): void {
  const { fetch2 } = exchange;
  exchange.fetch2 = (path, api, method, ...rest) =>
    recordRequest(traces, { exchange: exchange.id, method, path }, () =>
      fetch2.call(exchange, path, api, method, ...rest),
    );
}

/** One request, from its question to its answer. */
export function recordRequest<T>(
  traces: Traces,
  { exchange, method, path }: { readonly exchange: string; readonly method: string; readonly path: string },
  ask: () => T,
): T {
  const attributes = { "http.request.method": method, "tripod.exchange": exchange };
  return traces.run({ name: `${exchange} ${method} ${path}`, kind: "client", attributes }, ask);
}
