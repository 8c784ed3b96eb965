/** Connections that are slow or silent, always as many: one that the server ends is opened again. */
import type { Socket } from "node:net";
import { openFrom } from "./hostile-client.ts";

const STEP_MS = 1_000;
const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const SOCKET =
  "GET /api/v2/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** Means nothing between requests, and fails where the server has ended the connection: who reads nothing sees no end. */
const NOTHING = "\r\n";
/** A masked ping of a WebSocket. */
const PING = "\x89\x80\0\0\0\0";

interface Habit {
  /** The first bytes that it sends. */
  readonly first: string;
  /** The bytes that it sends each second after that; none where it is silent. */
  readonly later?: string;
  readonly reads: boolean;
}

const HABITS: readonly Habit[] = [
  { first: "", reads: true },
  { first: "GET / HTTP/1.1\r\nHost: a\r\n", later: "X: y\r\n", reads: true },
  { first: "POST /v0.1/publish HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", later: "[", reads: true },
  { first: GET("/openapi/trading.json"), later: NOTHING, reads: false },
  { first: GET("/openapi/trading.json"), later: GET("/openapi/trading.json"), reads: false },
  { first: GET("/openapi/registry.json").repeat(90), later: NOTHING, reads: false },
  { first: GET("/v0.1/export"), later: NOTHING, reads: false },
  { first: "GET /Online/Events HTTP/1.1\r\nHost: a\r\nAuthorization: demo\r\n\r\n", later: NOTHING, reads: false },
  { first: GET("/docs").repeat(90), later: NOTHING, reads: false },
  { first: GET("/console").repeat(90), later: NOTHING, reads: false },
  { first: GET("/health"), later: GET("/health"), reads: true },
  { first: SOCKET, later: PING, reads: false },
  { first: "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n", later: NOTHING, reads: false },
];

export class SlowConnections {
  readonly #port: number;
  readonly #habits: readonly Habit[];
  readonly #open = new Map<Socket, Habit>();
  readonly #timer: NodeJS.Timeout;
  #ended = 0;
  #opened = 0;
  #isStopped = false;

  /** @param scripts paths of scripts that are asked for and never read */
  constructor(port: number, count: number, scripts: readonly string[]) {
    this.#port = port;
    this.#habits = [
      ...HABITS,
      ...scripts.map((path) => ({ first: GET(path).repeat(90), later: NOTHING, reads: false })),
    ];
    for (let at = 0; at < count; at++) this.#begin();
    this.#timer = setInterval(() => {
      for (const [socket, { later }] of this.#open)
        if (later !== undefined && socket.writable) socket.write(later, "latin1");
    }, STEP_MS);
  }

  /** Closes all of them; answers how many the server had ended before. */
  stop(): number {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const socket of this.#open.keys()) socket.destroy();
    return this.#ended;
  }

  #begin(): void {
    const habit = this.#habits[this.#opened % this.#habits.length] ?? { first: "", reads: false };
    const socket = openFrom(this.#port, 60_000 + (this.#opened++ % 500));
    this.#open.set(socket, habit);
    if (habit.first !== "") socket.write(habit.first);
    if (habit.reads) socket.resume();
    else socket.pause();
    socket.once("close", () => {
      this.#open.delete(socket);
      if (this.#isStopped) return;
      this.#ended++;
      setTimeout(() => {
        if (!this.#isStopped) this.#begin();
      }, STEP_MS / 10);
    });
  }
}
