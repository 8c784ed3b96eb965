/**
 * Keeps a breaking connection of the library from ending the process. The library rejects all promises of the
 * connection, also those that nothing awaits at that moment because it has asked for something else in between.
 */
import type { CcxtClient } from "./library-client.ts";
import type { CcxtExchange } from "./library.ts";

/** Code that awaits such a promise still gets the error. */
export function quietClients(exchange: CcxtExchange): void {
  const known = new WeakSet<CcxtClient>();
  const { client } = exchange;
  exchange.client = (url) => {
    const made = client.call(exchange, url);
    if (!known.has(made)) {
      known.add(made);
      quiet(made);
    }
    return made;
  };
}

function quiet(client: CcxtClient): void {
  const { future } = client;
  client.connected.catch(ignore);
  client.future = (hash) => {
    const promised = future.call(client, hash);
    promised.catch(ignore);
    return promised;
  };
}

function ignore(): void {}
