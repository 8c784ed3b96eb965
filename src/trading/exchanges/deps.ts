/** The dependencies of the endpoints and jobs of the exchanges area. */
import type { Exchange } from "./port.ts";
import type { ExchangeKeyStore } from "./store.ts";

export interface ExchangeKeyDeps {
  readonly exchangeKeys: ExchangeKeyStore;
}

export interface KeyUseDeps {
  /** Ids of the running strategies that use a key: those of one user, or of all. */
  readonly strategiesUsingKey: (keyId: string, onlyUid: number | null) => Promise<readonly string[]>;
}

export interface ConnectedExchangeDeps {
  /** The exchange of a code, where the platform is connected to it. */
  readonly connectedExchange: (code: string) => Exchange | undefined;
}
