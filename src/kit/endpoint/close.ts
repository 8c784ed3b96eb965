/** The end of a server's life: open requests are answered, and idle connections do not keep it alive. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Node closes idle connections once, at the start; those that become idle later would stay until they time out. */
const SWEEP_MS = 50;

/**
 * Answers the server's `close`. Calls that are not finished after `closeMs` are cut off.
 *
 * @param held connections that have left HTTP, which the server no longer counts as its own but waits for all the same
 */
export function closeGracefully(app: FastifyInstance, closeMs: number, held: ReadonlySet<Socket>): () => Promise<void> {
  // Connections on which no request ever came, such as those that browsers open ahead: Node does not count them idle.
  const silent = new Set<Socket>();
  // A connection comes again when its wish to change the protocol was ignored.
  const seen = new WeakSet<Socket>();
  app.server.on("connection", (socket: Socket) => {
    if (seen.has(socket)) return;
    seen.add(socket);
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }: { socket: Socket }) => silent.delete(socket));

  return async () => {
    const closed = app.close();
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    }, SWEEP_MS);
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      for (const socket of held) socket.destroy();
    }, closeMs);
    try {
      await closed;
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
    }
  };
}
