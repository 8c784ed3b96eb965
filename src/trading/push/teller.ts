/** Which process serves which exchange. */
import type { MarketView } from "../market/index.ts";

export interface Served {
  /** Host and port as clients reach it; empty for the one that the client has reached already. */
  readonly host: string;
  readonly isHere: boolean;
}

export interface Teller {
  /** Undefined where no process has the exchange now. */
  whoServes(exchange: string): Served | undefined;
  /** Calls `listener` when what `whoServes` answers for an exchange has changed. */
  onMove(listener: (exchange: string) => void): () => void;
}

/** The known facts about the process that is connected to an exchange. */
export interface Whereabouts {
  owns(exchange: string): boolean;
  readonly hosts: {
    /** Empty where none was reported. */
    of(exchange: string): string;
    onChange(listener: (exchange: string) => void): () => void;
  };
}

/**
 * With several processes: another one serves an exchange that it is connected to, where it has reported its address.
 * Where none has, this one does, whichever is connected.
 *
 * @param ownHost where this process is reached; empty where clients need not know
 */
export function sharedTeller(market: Pick<MarketView, "exchange">, whereabouts: Whereabouts, ownHost: string): Teller {
  return {
    whoServes(exchange) {
      if (!market.exchange(exchange)) return undefined;
      if (whereabouts.owns(exchange)) return { host: ownHost, isHere: true };
      const host = whereabouts.hosts.of(exchange);
      // Its name was given by its predecessor, or by another process that clients take for it.
      return { host, isHere: host === "" || host === ownHost };
    },
    onMove: (listener) => whereabouts.hosts.onChange(listener),
  };
}

/** Of a process that serves every exchange that it knows. */
export function onlyTeller(market: Pick<MarketView, "exchange">): Teller {
  return {
    whoServes: (exchange) => (market.exchange(exchange) ? { host: "", isHere: true } : undefined),
    onMove: () => () => {},
  };
}
