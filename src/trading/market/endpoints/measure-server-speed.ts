import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { billingErrors, readServer, type BillingDeps } from "../../billing/index.ts";
import { endpoint } from "../../endpoint.ts";
import { findExchange, type ConnectedExchangeDeps, type Exchange } from "../../exchanges/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { combinedMs, type RoundTrips } from "../core/round-trips.ts";
import type { MarketDeps, ServerSpeedDeps } from "../deps.ts";
import { marketErrors } from "../errors.ts";
import { serverSpeed, type latency } from "../records.ts";

/** Earlier measurements of the same server and exchanges. */
const PREVIOUS = 20;

const measured = Type.Object({ server_id: Type.String(), ...serverSpeed.properties }, { title: "ServerSpeed" });

export const measureServerSpeed = endpoint({
  id: "market.measureServerSpeed",
  method: ["GET", "POST"],
  path: "/tests/server-location-speed-to-exchange",
  auth: "user",
  summary: "How far a server is from two exchanges",
  description:
    "Measures up to 5 round trips to each exchange now, one after the other, from the server: the process of the platform that " +
    "has it measures, whichever process answers. A round trip of more than 2 seconds is lost; an exchange that answers none " +
    "has no figures, and neither has `combined_ms`, the sum of both averages. Within 10 seconds that process does not measure " +
    "the same exchange again, and answers the figures that it has. `previous` holds the last 20 of the same server and " +
    "exchanges, the newest first. While no process has the server, and where that process does not answer in time, the answer " +
    "is 503 with `Retry-After`; of a server that is over it is 409. Nothing is recorded then.",
  input: {
    params: Type.Object({
      server_id: Type.String({ minLength: 1, maxLength: 40 }),
      exchange1: Type.String({ minLength: 1, maxLength: 40 }),
      exchange2: Type.String({ minLength: 1, maxLength: 40 }),
    }),
  },
  output: json(
    Type.Object({
      ...measured.properties,
      previous: Type.Array(measured),
    }),
  ),
  errors: [
    billingErrors.noServer,
    marketErrors.unknownExchange,
    marketErrors.notConnectedThere,
    marketErrors.serverOver,
    marketErrors.serverUnheld,
    marketErrors.serverUnanswered,
  ],
  limits: { cost: 10 },
  examples: [
    { name: "no such server", body: { server_id: "1", exchange1: "simalpha", exchange2: "simbeta" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run(deps: Deps, { input: { params }, actor }) {
    for (const name of ["exchange1", "exchange2"] as const) {
      if (findExchange(params[name]) || deps.market.exchange(params[name])) continue;
      throw unfitParameter(name, "exchange", "must be the code of an exchange, from system/exchanges");
    }
    const server = await readServer(deps, actor, params.server_id);
    const [first, second] = [connected(deps, params.exchange1), connected(deps, params.exchange2)];
    const { id, status } = server;
    if (status === "disabled" || status === "failed") throw marketErrors.serverOver({ id, status });
    const [one, other] = await deps.serverSpeedDesk.measure(id, [first.code, second.code]);
    const of = { uid: actor.uid, serverId: String(id), exchange1: first.code, exchange2: second.code };
    const { serverId: server_id } = of;
    const before = await deps.serverSpeeds.listSpeeds(of, PREVIOUS);
    const result = {
      exchange1: show(first, one),
      exchange2: show(second, other),
      combined_ms: combinedMs(one, other),
    };
    const now = deps.clock.now();
    await deps.serverSpeeds.recordSpeed(of, result, now);
    const previous = before.map((each) => ({ server_id, ...each }));
    return { server_id, ...result, tested_at: Math.floor(toMillis(now)), previous };
  },
});

type Deps = MarketDeps & ConnectedExchangeDeps & ServerSpeedDeps & BillingDeps & ClockDeps;

function connected({ connectedExchange }: ConnectedExchangeDeps, code: string): Exchange {
  const exchange = connectedExchange(code);
  if (!exchange) throw marketErrors.unknownExchange({ exchange: code });
  return exchange;
}

function show({ code }: Exchange, trips: RoundTrips): Static<typeof latency> {
  return {
    code,
    minimum_ms: trips.minimumMs,
    average_ms: trips.averageMs,
    maximum_ms: trips.maximumMs,
    loss_percent: trips.lossPercent,
    samples: trips.samples,
  };
}
