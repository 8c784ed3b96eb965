/** The REST side of the loopback exchange: weights, keys and signatures, the operation itself, and the faults. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS } from "../../../src/kit/time/spans.ts";
import { checkSignature, type LoopbackAccount } from "./accounts.ts";
import { badKey, BinanceError } from "./binance-error.ts";
import type { FaultState, RequestFault } from "./faults.ts";
import type { Parameters } from "./parameters.ts";
import type { RequestWeight } from "./request-weight.ts";
import { REST_ROUTES, type Route, type RouteContext } from "./rest-routes.ts";

const MOST_BODY_BYTES = 64 * 1024;

/** A request that came, for tests that ask what was sent. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Without the signature. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  readonly atMs: number;
}

export interface RestSide {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfterS?: number;
}

export function createRestSide(
  context: RouteContext,
  { faults, weight, see }: { faults: FaultState; weight: RequestWeight; see: (request: SeenRequest) => void },
): RestSide {
  return {
    async handle(request, response) {
      const method = request.method ?? "GET";
      const [path = "/", query = ""] = (request.url ?? "/").split("?");
      const body = await readBody(request);
      const parameters = new Map([...new URLSearchParams(query), ...new URLSearchParams(body)]);
      const fault = faults.take(method, path, parameters);
      if (fault?.kind === "delay") await delay(fault.ms);
      if (fault?.kind === "jump") context.venue.skewMs += fault.ms;
      if (fault?.kind === "lost" && fault.when === "before") {
        lose(response, fault.how, { status: 200, body: "{}" });
        return;
      }
      const answer = fault?.kind === "answer" ? planned(fault) : run();
      const { signature: _, ...shown } = Object.fromEntries(parameters);
      see({ method, path, parameters: shown, status: answer.status, atMs: context.venue.serverMs() });
      if (fault?.kind === "lost") lose(response, fault.how, answer);
      else send(response, answer, weight);

      function run(): Answer {
        try {
          if (context.isMaintained() && path !== "/sapi/v1/system/status") return UNDER_MAINTENANCE;
          const route = REST_ROUTES.get(`${method} ${path}`);
          if (!route) return { status: 404, body: "<html><body><h2>404 Not found</h2></body></html>" };
          weight.spend(typeof route.weight === "number" ? route.weight : route.weight(parameters));
          const header = request.headers["x-mbx-apikey"];
          const account = authorize(context, route, parameters, {
            apiKey: typeof header === "string" ? header : undefined,
            payload: unsigned(query) + unsigned(body),
          });
          if (route.isOrder === true) weight.spendOrder();
          return { status: 200, body: told(runRoute(context, route, parameters, account), faults) };
        } catch (error) {
          if (!(error instanceof BinanceError)) throw error;
          const { status } = error;
          const isLimit = status === 429 || status === 418;
          return {
            status,
            body: JSON.stringify(error.body),
            ...(isLimit ? { retryAfterS: weight.retryAfterS(status) } : {}),
          };
        }
      }
    },
  };
}

/**
 * The caller, as far as the route needs to know.
 *
 * @throws BinanceError -2014, -2015, -1021, -1022 and their like
 */
export function authorize(
  { accounts, venue, graceMs }: RouteContext,
  route: Route,
  parameters: Parameters,
  { apiKey, payload }: { readonly apiKey: string | undefined; readonly payload: string },
): LoopbackAccount | undefined {
  if (route.security === "none") return undefined;
  const account = accounts.byKey(apiKey);
  if (route.security === "key") return account;
  checkSignature(account, parameters, { payload, nowMs: venue.serverMs(), graceMs });
  if (route.security === "trade" && !account.rights.trade) throw badKey();
  return account;
}

export function runRoute(
  context: RouteContext,
  route: Route,
  parameters: Parameters,
  account: LoopbackAccount | undefined,
): unknown {
  if (route.security === "none") return route.run(context, parameters);
  if (!account) throw badKey();
  return route.run(context, parameters, account);
}

/** An answer, with the times of changes as the faults want them. */
function told(answer: unknown, { changeTimes }: FaultState): string {
  if (changeTimes === "right") return JSON.stringify(answer);
  return JSON.stringify(answer, (name, value: unknown) => {
    if (name !== "updateTime" && name !== "transactTime") return value;
    return changeTimes === "none" || typeof value !== "number" ? undefined : value - HOUR_MS;
  });
}

const UNDER_MAINTENANCE: Answer = {
  status: 503,
  body: "<html><body>503 Service Temporarily Unavailable</body></html>",
};

function planned({ status, body, retryAfterS }: Extract<RequestFault, { kind: "answer" }>): Answer {
  return {
    status,
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

/** The signed text of a part of the request: all but the signature. */
function unsigned(text: string): string {
  return text
    .split("&")
    .filter((pair) => !pair.startsWith("signature="))
    .join("&");
}

function headersOf(answer: Answer, weight: RequestWeight): Record<string, string> {
  return {
    "content-type": answer.body.startsWith("<") ? "text/html" : "application/json;charset=UTF-8",
    "content-length": String(Buffer.byteLength(answer.body)),
    ...weight.headers,
    ...(answer.retryAfterS === undefined ? {} : { "retry-after": String(answer.retryAfterS) }),
  };
}

function send(response: ServerResponse, answer: Answer, weight: RequestWeight): void {
  response.writeHead(answer.status, headersOf(answer, weight)).end(answer.body);
}

/** Lets the caller not get the answer. In silence the connection stays until one side gives up. */
function lose(response: ServerResponse, how: "close" | "silence" | "half", answer: Answer): void {
  if (how === "silence") return;
  if (how === "close") {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, {
    "content-type": "application/json;charset=UTF-8",
    "content-length": String(bytes.length),
  });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BODY_BYTES) throw new Error("the body of a request is too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
