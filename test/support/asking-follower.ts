/**
 * A client of the socket.io protocol of version 2 as real clients are written: it asks which host serves a market,
 * follows the market there, and asks again when it is sent away or was cut off.
 */
import { socketIoFollower } from "./socket-io-follower.ts";

export interface AskingFollower {
  /** The host that it was told to follow a channel at, by channel. */
  readonly places: ReadonlyMap<string, string>;
  /** Channels that it was sent away from, in order, by host. */
  readonly sentAway: readonly (readonly [host: string, tag: string])[];
  /** Prices of a channel received so far. */
  count(tag: string): number;
}

/**
 * Follows channels until the test is over.
 *
 * @param hosts of all nodes, as they tell them; the first is asked first
 */
export function askingFollower(hosts: readonly string[], tags: readonly string[]): AskingFollower {
  const places = new Map<string, string>();
  const sentAway: [string, string][] = [];
  const counts = new Map<string, number>();
  const nodes = new Map(hosts.map((host) => [host, socketIoFollower(2, Number(host.split(":")[1]))] as const));
  const ask = (host: string, tag: string): void => {
    const [, code = "", exchange = ""] = /^asks\/(([a-z0-9]+)-[a-z0-9]+)-1$/.exec(tag) ?? [];
    nodes.get(host)?.emit("message", { req: exchange, s: code, o: tag });
  };
  for (const [host, node] of nodes) {
    node.on("connect", () => {
      for (const tag of tags) {
        const place = places.get(tag);
        if (place === host || (place === undefined && host === hosts[0])) ask(host, tag);
      }
    });
    node.on("obreq", (value) => {
      const { n, o } = value as { n: string; o: string };
      places.set(o, n);
      nodes.get(n)?.emit("message", { subscribe: o });
    });
    node.on("mvsym", (value) => {
      const { n } = value as { n: string };
      sentAway.push([host, n]);
      ask(host, n);
    });
    node.on("dp", (value) => {
      const { n } = value as { n: string };
      counts.set(n, (counts.get(n) ?? 0) + 1);
    });
  }
  return { places, sentAway, count: (tag) => counts.get(tag) ?? 0 };
}
