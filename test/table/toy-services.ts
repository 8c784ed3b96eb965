/** Three toy services, one in each form that the product has, on one server: what the kit promises is proved on them. */
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import type { ServiceForm } from "../../src/kit/endpoint/form.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import type { HttpLog, HttpOptions, MountedService } from "../../src/kit/endpoint/http-services.ts";
import type { Allowance } from "../../src/kit/limits/limiter.ts";
import type { Sign, TestWorld } from "../support/test-world.ts";
import { playersToyDeps, playersToyEndpoints, playersToyForm } from "./toy-players.ts";
import { registryToyDeps, registryToyEndpoints, registryToyForm } from "./toy-registry.ts";
import {
  TOY_NOW,
  TOY_SECRETS,
  toySignature,
  tradingToyDeps,
  tradingToyEndpoints,
  tradingToyForm,
} from "./toy-trading.ts";

export interface LogEntry {
  readonly level: "debug" | "info" | "error";
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Toys {
  readonly url: string;
  readonly port: number;
  readonly log: readonly LogEntry[];
  /** What was drawn on each allowance. */
  readonly drawn: ReadonlyMap<string, number>;
  readonly observed: readonly { service: string; endpoint: string; status: number }[];
  close(): Promise<void>;
}

export interface ToyOptions extends Partial<Omit<HttpOptions, "log" | "observe">> {
  /** Endpoints beside those of the toys, by the name of the toy. */
  readonly extra?: Readonly<Record<string, readonly AnyEndpoint[]>>;
  /** Changes a form before it is mounted. */
  readonly adapt?: (form: ServiceForm) => ServiceForm;
}

/** Starts the toys at a free port, with limits counted in memory and answers checked against their schemas. */
export async function startToys({ extra = {}, adapt = (form) => form, ...options }: ToyOptions = {}): Promise<Toys> {
  const log: LogEntry[] = [];
  const drawn = new Map<string, number>();
  const observed: { service: string; endpoint: string; status: number }[] = [];
  let requests = 0;
  const at =
    (level: LogEntry["level"]): HttpLog["info"] =>
    (fields, message) =>
      void log.push({ level, fields: fields as LogEntry["fields"], message });
  const server = await buildHttp({
    services: toyServices(extra, adapt),
    log: { debug: at("debug"), info: at("info"), error: at("error") },
    limiter: { consume: (allowance, cost = 1) => consume(drawn, allowance, cost) },
    requestId: (header) => (header !== undefined && /^[\w-]{1,64}$/.test(header) ? header : `toy-${++requests}`),
    observe: (service, endpoint, status) => void observed.push({ service, endpoint, status }),
    checkOutputs: true,
    ...options,
  });
  const { url, port } = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, port, log, drawn, observed, close: () => server.close() };
}

function toyServices(
  extra: Readonly<Record<string, readonly AnyEndpoint[]>>,
  adapt: (form: ServiceForm) => ServiceForm,
): MountedService[] {
  const mounted: [ServiceForm, readonly AnyEndpoint[], unknown][] = [
    [registryToyForm, registryToyEndpoints, registryToyDeps()],
    [playersToyForm, playersToyEndpoints, playersToyDeps()],
    [tradingToyForm, tradingToyEndpoints, tradingToyDeps()],
  ];
  return mounted.map(([form, endpoints, deps]) => ({
    form: adapt(form),
    endpoints: [...endpoints, ...(extra[form.name] ?? [])],
    deps,
  }));
}

function consume(drawn: Map<string, number>, { key, requests, windowSeconds }: Allowance, cost: number) {
  const used = (drawn.get(key) ?? 0) + cost;
  drawn.set(key, used);
  return {
    allowed: used <= requests,
    limit: requests,
    remaining: Math.max(0, requests - used),
    resetSeconds: windowSeconds,
    retryAfterSeconds: 7,
    isBanned: false,
  };
}

/** The toys as worlds for the tests of whole tables. */
export function toyWorlds(baseUrl: string): Record<"registry" | "players" | "trading", TestWorld> {
  const bearer =
    (token: string): Sign =>
    () => ({ authorization: token });
  return {
    registry: {
      form: registryToyForm,
      endpoints: registryToyEndpoints,
      baseUrl,
      credentials: bearer("Bearer good-tester"),
      refused: {
        malformed: bearer("Basic Z29vZA=="),
        expired: bearer("Bearer old-tester"),
        foreign: bearer("Bearer key-of-anna"),
      },
    },
    players: {
      form: playersToyForm,
      endpoints: playersToyEndpoints,
      baseUrl,
      credentials: bearer("key-of-anna"),
      refused: {
        malformed: bearer("ApiKey two words"),
        expired: bearer("key-of-former-user"),
        foreign: bearer("Bearer good-tester"),
      },
    },
    trading: {
      form: tradingToyForm,
      endpoints: tradingToyEndpoints,
      baseUrl,
      credentials: signed("account1", TOY_NOW + 10),
      refused: {
        malformed: () => ({ "api-account": "account1", "api-expires": "soon", "api-sign": "no signature" }),
        expired: signed("account1", TOY_NOW - 10),
        foreign: signed("account1", TOY_NOW + 10, TOY_SECRETS.get("account2")),
      },
    },
  };
}

function signed(account: string, expires: number, secret = TOY_SECRETS.get(account)): Sign {
  return ({ method, url, body }) => ({
    "api-account": account,
    "api-expires": String(expires),
    "api-sign": toySignature(secret ?? "", method, url, String(expires), body ?? ""),
  });
}
