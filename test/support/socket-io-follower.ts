/** The public clients of the socket.io protocol, of version 2 and 4. */
import { io } from "socket.io-client";
import ioV2 from "socket.io-client-v2";
import { onTestFinished } from "vitest";

export interface SocketIoFollower {
  readonly isConnected: () => boolean;
  /** Event and value of everything that came, in order. */
  readonly heard: readonly (readonly [event: string, value: unknown])[];
  /** The last price of a tag, or the last report about it. */
  newest(tag: string): unknown;
  of(event: string): readonly unknown[];
  emit(event: string, value: unknown): void;
  /** Calls it each time that the client has connected, from now on. */
  onConnect(connected: () => void): void;
  /** The same for everything it receives. */
  on(event: string, listener: (value: unknown) => void): void;
  close(): void;
  /** The client that does the work below; of version 4 only. */
  readonly raw: ReturnType<typeof io> | undefined;
}

const EVENTS = ["connect", "disconnect", "obreq", "dp", "mvsym", "data", "news", "refused", "connect_error", "error"];
const COME_BACK = { reconnectionDelay: 20, reconnectionDelayMax: 50, forceNew: true };

export function socketIoFollower(version: 2 | 4, port: number, options: object = {}, namespace = ""): SocketIoFollower {
  const url = `http://127.0.0.1:${port}${namespace}`;
  const given = { ...COME_BACK, ...options };
  const [heard, newest] = [[] as [string, unknown][], new Map<string, unknown>()];
  const raw = version === 4 ? io(url, given) : undefined;
  const socket = raw ?? ioV2(url, given);
  for (const event of EVENTS) {
    socket.on(event, (value: unknown) => {
      heard.push([event, value]);
      if (event !== "dp") return;
      const { n, d } = value as { n: string; d: string };
      newest.set(n, JSON.parse(d));
    });
  }
  onTestFinished(() => void socket.close());
  return {
    raw,
    isConnected: () => socket.connected,
    heard,
    newest: (tag) => newest.get(tag),
    of: (event) => heard.filter(([name]) => name === event).map(([, value]) => value),
    emit: (event, value) => void socket.emit(event, value),
    onConnect: (connected) => void socket.on("connect", connected),
    on: (event, listener) => void socket.on(event, listener),
    close: () => void socket.close(),
  };
}
