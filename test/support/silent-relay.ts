/** A way to a server on which connections fall silent when a test says so, as when a firewall between has forgotten them. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Connection } from "../../src/kit/sql/connection.ts";

export interface SilentRelay {
  readonly port: number;
  /** Connections that are open now stay open, and carry nothing any more, not even their end. Later ones work. */
  fallSilent(): void;
  /** The next connections are accepted, and never answered. */
  muteNext(count: number): void;
}

/**
 * Leads to a port of the loopback, or to a socket at a path. Closed after the test.
 *
 * @param target as `net.connect` takes it
 */
export async function silentRelay(target: { readonly port: number } | { readonly path: string }): Promise<SilentRelay> {
  const open = new Set<Socket>();
  let silence = 0;
  let toMute = 0;
  const server = createServer((caller) => {
    const out = connect(target);
    const bornIn = toMute > 0 ? -1 : silence;
    toMute = Math.max(0, toMute - 1);
    const isSilent = (): boolean => bornIn !== silence;
    for (const [from, to] of [
      [caller, out],
      [out, caller],
    ] as const) {
      open.add(from);
      from.on("error", () => undefined);
      from.on("data", (bytes: Buffer) => {
        if (!isSilent()) to.write(bytes);
      });
      from.on("close", () => {
        open.delete(from);
        if (!isSilent()) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => void silence++,
    muteNext: (count) => void (toMute = count),
  };
}

/** Leads to a PostgreSQL server. Answers the way and the connection over it. */
export async function relayTo(connection: Connection): Promise<{ relay: SilentRelay; connection: Connection }> {
  const { host, port, user, password, database } = partsOf(connection);
  const relay = await silentRelay(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { port });
  return { relay, connection: { host: "127.0.0.1", port: relay.port, user, password, database } };
}

function partsOf(connection: Connection): Exclude<Connection, { readonly connectionString: string }> {
  if (!("connectionString" in connection)) return connection;
  const url = new URL(connection.connectionString);
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
  const host = url.searchParams.get("host") ?? url.hostname;
  return { host, port: Number(url.port || 5432), user: user ?? "", password: password ?? "", database: database ?? "" };
}
