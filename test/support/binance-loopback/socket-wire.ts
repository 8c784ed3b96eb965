/** One WebSocket connection of the loopback exchange, with the faults between it and its sender. */
import type { WebSocket } from "ws";
import type { FaultState, SocketKind } from "./faults.ts";

export interface SocketWire {
  readonly kind: Exclude<SocketKind, "all">;
  /** An answer to a request of the client. */
  reply(message: object): void;
  /** An event; meets duplication and gaps. */
  event(text: string): void;
  /** Breaks the connection without a word. */
  drop(): void;
  /** The bytes that wait to be sent. */
  readonly waitingBytes: number;
}

/** The exchange allows five messages a second, and closes what sends more. */
const MOST_MESSAGES_PER_SECOND = 5;
const POLICY_VIOLATION = 1008;

export function createSocketWire(
  socket: WebSocket,
  kind: SocketWire["kind"],
  { faults, pingEveryMs }: { readonly faults: FaultState; readonly pingEveryMs: number },
): SocketWire {
  const waiting: string[] = [];
  let isAnswered = true;
  const pinging = setInterval(() => {
    if (!isAnswered) {
      socket.terminate();
      return;
    }
    if (faults.isMute) return;
    isAnswered = false;
    socket.ping(String(Math.floor(performance.now())));
  }, pingEveryMs).unref();
  socket.on("pong", () => {
    isAnswered = true;
  });
  socket.on("ping", (data: Buffer) => {
    if (faults.isMute) return;
    const pong = (): void => {
      if (socket.readyState === socket.OPEN) socket.pong(data);
    };
    // Never before what was to be sent before it.
    if (faults.messageDelayMs === 0 && waiting.length === 0) pong();
    else setTimeout(pong, faults.messageDelayMs + 1).unref();
  });
  socket.on("close", () => clearInterval(pinging));
  // A client that breaks off is the client's affair.
  socket.on("error", () => socket.terminate());

  function send(text: string): void {
    if (faults.isMute || socket.readyState !== socket.OPEN) return;
    if (faults.messageDelayMs === 0 && waiting.length === 0) {
      socket.send(text);
      return;
    }
    // Whichever timer is through first sends what waits longest, so that the order stays.
    waiting.push(text);
    setTimeout(() => {
      const next = waiting.shift();
      if (next !== undefined && socket.readyState === socket.OPEN) socket.send(next);
    }, faults.messageDelayMs).unref();
  }

  return {
    kind,
    reply(message) {
      if (faults.lostReplies > 0) faults.lostReplies--;
      else send(JSON.stringify(message));
    },
    event(text) {
      if (kind === "user" && faults.lostUserEvents > 0) {
        faults.lostUserEvents--;
        return;
      }
      send(text);
      if (faults.duplicates > 0) {
        faults.duplicates--;
        send(text);
      }
    },
    drop: () => socket.terminate(),
    get waitingBytes() {
      return socket.bufferedAmount;
    },
  };
}

/** Hands on what comes as JSON, and closes a connection that sends more than the exchange allows. */
export function onMessages(socket: WebSocket, take: (message: unknown) => void, mostPerSecond?: number): void {
  const most = mostPerSecond ?? MOST_MESSAGES_PER_SECOND;
  const times: number[] = [];
  socket.on("message", (data: Buffer) => {
    const now = performance.now();
    times.push(now);
    while (times.length > 0 && (times[0] ?? now) < now - 1000) times.shift();
    if (times.length > most) {
      socket.close(POLICY_VIOLATION, "Too many requests");
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(data.toString("utf8"));
    } catch {
      message = undefined;
    }
    take(message);
  });
}
