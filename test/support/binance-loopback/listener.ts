/** A server that can vanish from its port with all its connections, and come back to it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Listener {
  port(): number;
  /** Listens, on the port of the last time if there was one. */
  listen(): Promise<void>;
  /** Breaks all connections. */
  stop(): Promise<void>;
}

export function createListener(
  firstPort: number,
  { isRefusing, prepare }: { isRefusing: () => boolean; prepare: (server: Server) => void },
): Listener {
  let server: Server | undefined;
  let port = firstPort;
  const connections = new Set<Socket>();
  return {
    port: () => port,
    async listen() {
      const fresh = createServer();
      fresh.on("connection", (socket) => {
        if (isRefusing()) {
          socket.destroy();
          return;
        }
        connections.add(socket);
        socket.on("close", () => connections.delete(socket));
      });
      prepare(fresh);
      await new Promise<void>((resolve, reject) => {
        fresh.once("error", reject);
        fresh.listen(port, "127.0.0.1", resolve);
      });
      ({ port } = fresh.address() as AddressInfo);
      server = fresh;
    },
    async stop() {
      const stopped = server;
      server = undefined;
      if (!stopped) return;
      const closed = new Promise<void>((resolve) => {
        stopped.close(() => resolve());
      });
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
