/** Ends connections whose caller does not read the answer: they would keep it in memory for as long as the caller likes. */
import type { Socket, Server } from "node:net";

/** How often each connection is looked at while its answer may stall. */
const LOOKS = 6;

/** Node's state of a write that the system has taken in part. */
interface WritingSocket extends Socket {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

interface Watched {
  progress: string;
  idleLooks: number;
}

/**
 * Ends each connection of the server that has bytes to send, and of which the system has taken none for `stallMs`.
 * Unmade parts do not count, so slow work and quiet streams go on; so does a caller that reads slowly. Connections
 * that have left HTTP are watched too.
 *
 * Looks are counted instead of time: a process that was suspended must not end its callers when it wakes.
 */
export function endStalledAnswers(server: Server, stallMs: number): void {
  const watched = new Map<WritingSocket, Watched>();
  // A connection comes again when its wish to change the protocol was ignored.
  server.on("connection", (socket: WritingSocket) => {
    if (watched.has(socket)) return;
    watched.set(socket, { progress: "", idleLooks: 0 });
    socket.once("close", () => watched.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, state] of watched) look(socket, state);
  }, stallMs / LOOKS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

function look(socket: WritingSocket, state: Watched): void {
  const progress = socket.writableLength === 0 ? "" : progressOf(socket);
  if (progress === "" || progress !== state.progress) {
    state.progress = progress;
    state.idleLooks = 0;
    return;
  }
  state.idleLooks++;
  if (state.idleLooks >= LOOKS) socket.destroy();
}

/** Changes whenever the system takes bytes: with each write that ends, and within one that is large. */
function progressOf(socket: WritingSocket): string {
  return `${socket.bytesWritten - socket.writableLength} ${socket._handle?.writeQueueSize ?? 0}`;
}
