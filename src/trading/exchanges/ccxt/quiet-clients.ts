/**
 * Keeps a connection of the library that breaks from ending the process: it rejects all that was promised over it, also
 * what nobody is waiting for at that moment, because the library has asked for something else in between.
 */
import type { CcxtClient, CcxtExchange } from "./library.ts";

/** Whoever waits for such a promise still hears of it. */
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
