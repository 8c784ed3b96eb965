/** The push: both protocols, over one hub. */
import type { SocketPath } from "../../kit/endpoint/http-services.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { LapsedCallers, RenewedCallers } from "../access/index.ts";
import type { MarketView } from "../market/index.ts";
import { Hub, type HubOptions } from "./hub.ts";
import type { FeedSources } from "./find-feed.ts";
import { Places } from "./places.ts";
import { PlainSockets } from "./plain-sockets.ts";
import { addPushMetrics } from "./push-metrics.ts";
import { SocketIo } from "./socket-io.ts";
import { onlyTeller, type Teller } from "./teller.ts";
import type { ByKey, ByTicket } from "./visitor-key.ts";

/**
 * How often the keys, sessions and users of connections are looked at: one that has ended loses its sockets within a
 * second, and another plan counts within a second.
 */
const KEYS_MS = 500;
/** How often it is looked at whether what is followed may still be followed. */
const CHANNELS_MS = MINUTE_MS;
/** How long clients may take to say goodbye when the server closes them. */
const GOODBYE_MS = 1_000;

export interface PushDeps extends FeedSources {
  readonly market: MarketView;
  /** Tells where trades may be missing. */
  readonly tradeFlow: HubOptions["tradeFlow"];
  readonly clock: Clock;
  readonly log: Pick<Log, "error" | "info">;
  /** The caller of a signed request or a bearer key. */
  readonly byKey: ByKey;
  /** The caller of a ticket, which is used up. */
  readonly byTicket: ByTicket;
  /** Which callers may not stay connected. */
  readonly lapsedCallers: LapsedCallers;
  /** Which callers are shown something else by now. */
  readonly renewedCallers: RenewedCallers;
  /** Default: this process serves every exchange. */
  readonly teller?: Teller | undefined;
}

export interface PushConfig {
  readonly pushConnections: number;
  readonly pushConnectionsPerAddress: number;
  readonly pushPublicPaceMs: number;
}

export interface Push {
  /** To be mounted with the service. */
  readonly sockets: readonly SocketPath[];
  start(): void;
  /**
   * Closes every connection; new ones are refused. Connections that have not said goodbye after a second are cut off.
   */
  end(): void;
  metrics(metrics: Metrics): void;
}

export function openPush(deps: PushDeps, config: PushConfig): Push {
  const { market, tradeFlow, clock, log, byKey, byTicket, privateChannels, newsChannels } = deps;
  const hub = new Hub({
    market,
    tradeFlow,
    clock,
    publicPaceMs: config.pushPublicPaceMs,
    privateChannels,
    newsChannels,
  });
  const places = new Places(config.pushConnections, config.pushConnectionsPerAddress);
  const common = { hub, clock, log, byKey, byTicket, places, market };
  const plain = new PlainSockets(common);
  const socketIo = new SocketIo({ ...common, teller: deps.teller ?? onlyTeller(market) });
  const held = new Set<{ destroy(): unknown }>();
  const ending = new AbortController();
  const reportRecheck = (error: unknown): void => {
    log.error({ err: error }, "what a client follows could not be looked at again");
  };
  const recheck = callerRecheck(hub, deps, reportRecheck);

  return {
    sockets: [plain.path, socketIo.path].map((path) => holding(path, held)),
    start() {
      hub.start();
      plain.start();
      clock.every(KEYS_MS, recheck, ending.signal);
      clock.every(CHANNELS_MS, () => hub.recheckAll(reportRecheck), ending.signal);
    },
    end() {
      ending.abort();
      plain.end();
      socketIo.end();
      hub.stop();
      if (held.size === 0) return;
      void clock.sleep(GOODBYE_MS).then(() => {
        for (const socket of held) socket.destroy();
      });
    },
    metrics: (metrics) => addPushMetrics(metrics, places, hub),
  };
}

/** Looks at the callers of all connections. Failures are logged when they begin and when they end; sockets stay in between. */
function callerRecheck(
  hub: Hub,
  { lapsedCallers, renewedCallers, log }: Pick<PushDeps, "lapsedCallers" | "renewedCallers" | "log">,
  reportRecheck: (error: unknown) => void,
): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await hub.dismissLapsed(lapsedCallers);
      await hub.renewCallers(renewedCallers, reportRecheck);
      if (isFailing) log.info({}, "the keys of sockets can be looked at again");
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, "the keys of sockets cannot be looked at; the program keeps trying");
      isFailing = true;
    }
  };
}

/** Keeps the connections at hand that a path has taken over. */
function holding(path: SocketPath, held: Set<{ destroy(): unknown }>): SocketPath {
  return {
    ...path,
    upgrade(taken) {
      held.add(taken.socket);
      taken.socket.once("close", () => held.delete(taken.socket));
      path.upgrade(taken);
    },
  };
}
