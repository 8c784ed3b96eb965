/**
 * The clients of the feed's benchmark: plain WebSocket clients in another process, so that their cost does not count.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { WebSocket } from "ws";
import { sharedNowMs } from "./feed-stream.ts";

export type FollowerOrder =
  /** Connects a client for each list, which sends it as its channels; answered when all are open. */
  | { readonly do: "follow"; readonly url: string; readonly channels: readonly (readonly string[])[] }
  /** Forgets everything received until now. */
  | { readonly do: "begin" }
  | { readonly do: "report" }
  | { readonly do: "leave" };

export interface FollowerReport {
  readonly messages: number;
  readonly bytes: number;
  /** Messages of the arbitrage feed. */
  readonly arbitrage: number;
  /** From when the exchange's message was due to when its price was here; of prices. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the event loop of the clients: what the machine, not the server, adds. */
  readonly lagP99Ms: number;
}

/** Runs in a process of its own and does what its parent orders. */
export function followPrices(): void {
  const sockets: WebSocket[] = [];
  let [latencies, messages, bytes, arbitrage] = [[] as number[], 0, 0, 0];
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const begin = (): void => {
    lag.reset();
    [latencies, messages, bytes, arbitrage] = [[], 0, 0, 0];
  };
  const hear = (data: Buffer): void => {
    messages++;
    bytes += data.length;
    const text = data.toString();
    if (text.startsWith('{"channel":"arbitrage"')) arbitrage++;
    else if (text.endsWith("]}"))
      latencies.push(sharedNowMs() - Number(text.slice(text.lastIndexOf(",") + 1, -2)) / 1e3);
  };
  const follow = async (url: string, channels: readonly (readonly string[])[]): Promise<void> => {
    for (const list of channels) {
      const socket = new WebSocket(url, { headers: { key: "follower" }, perMessageDeflate: false });
      sockets.push(socket);
      socket.on("message", hear);
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      socket.send(JSON.stringify({ subscribe: list }));
    }
  };
  const report = (): FollowerReport => {
    const sorted = latencies.toSorted((one, other) => one - other);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { messages, bytes, arbitrage, p50Ms: at(0.5), p99Ms: at(0.99), lagP99Ms: lag.percentile(99) / 1e6 - 1 };
  };
  const act = async (order: FollowerOrder): Promise<object> => {
    if (order.do === "follow") await follow(order.url, order.channels);
    else if (order.do === "begin") begin();
    else if (order.do === "leave") for (const socket of sockets.splice(0)) socket.terminate();
    return order.do === "report" ? report() : {};
  };
  process.on("message", (order: FollowerOrder) => void act(order).then((answer) => process.send?.(answer)));
}
