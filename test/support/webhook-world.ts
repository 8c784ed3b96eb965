/** Users' webhooks with a receiver on loopback that a test scripts. */
import { createHmac } from "node:crypto";
import { afterAll, beforeEach } from "vitest";
import type { MadeKey } from "../../src/trading/operator.ts";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "./loopback-server.ts";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
export type Body = any;

export interface Receiver extends LoopbackServer {
  /** Its answers from now on. */
  answer: (request: SeenRequest) => number | undefined;
  /** The bodies that it was sent at a path, in the order of their ids, each once. */
  bodies(path: string): Body[];
}

/** Answers 204 unless a test says otherwise; undefined for no answer. It is closed after the file's last test. */
export async function receiver(): Promise<Receiver> {
  const server = await loopbackServer((request, response) => {
    const status = made.answer(request);
    if (status !== undefined) response.writeHead(status).end();
  });
  const made: Receiver = Object.assign(server, {
    answer: () => 204,
    bodies(path: string) {
      const seen = server.seen.filter((each) => each.path === path);
      const byId = new Map(seen.map(({ headers, body }) => [Number(headers["x-tripod-delivery"]), body]));
      return [...byId].sort(([one], [other]) => one - other).map(([, body]): Body => JSON.parse(body));
    },
  });
  beforeEach(() => {
    made.answer = () => 204;
  });
  afterAll(() => server.close());
  return made;
}

export function signatureOf(secret: string, { headers, body }: SeenRequest): string {
  return `v1=${createHmac("sha256", secret)
    .update(`${String(headers["x-tripod-timestamp"])}.${body}`)
    .digest("hex")}`;
}

export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
  /** The bodies that it was sent of an event. */
  told(event: string): Body[];
}

let webhooks = 0;

/** Makes webhooks over HTTP, each with a path of its own. */
export function webhookMaker(world: TradingWorld, to: Receiver) {
  return async (key: MadeKey, ...events: readonly string[]): Promise<MadeWebhook> => {
    webhooks++;
    const path = `/hook-${webhooks}`;
    const chosen = Object.fromEntries(events.map((event, at) => [`events[${at}]`, event]));
    const { status, json, text } = await world.ask("POST", "webhooks/create", {
      key,
      params: { url: `${to.url}${path}`, ...chosen },
    });
    if (status !== 200) throw new Error(text);
    const { id, secret } = json.data as { id: string; secret: string };
    return { id, secret, path, told: (event) => to.bodies(path).filter((body) => body.event === event) };
  };
}

/** The outcome of the deliveries of a webhook, newest first. */
export async function deliveriesOf(world: TradingWorld, key: MadeKey, webhookId: string): Promise<Body[]> {
  const params = { webhook_id: webhookId, limit: 100 };
  const { json } = await world.ask("POST", "webhooks/deliveries", { key, params });
  return json.data.deliveries;
}

/** Waits until a webhook was sent as many bodies of an event. */
export function toldOf(webhook: MadeWebhook, event: string, count = 1): Promise<Body[]> {
  return waitUntil(() => {
    const told = webhook.told(event);
    if (told.length < count) throw new Error(`${told.length} of ${count} ${event} have arrived`);
    return told;
  });
}
