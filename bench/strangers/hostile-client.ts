/** One connection of a hostile caller, from an address of its own. */
import { connect, type Socket } from "node:net";
import type { HostileRequest } from "./hostile-requests.ts";

/** An answer that takes longer counts as none. */
const ANSWER_MS = 30_000;
/** Of an answer that has no end, such as a stream of events. */
const ENOUGH_BYTES = 64 * 1024;
const ENOUGH_MS = 500;

const BEGINNING = Buffer.from("HTTP/1.1 ");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const AFTER_OTHERS = Buffer.concat([Buffer.from("\r\n"), LAST_CHUNK]);

/**
 * The status of the answer; `ended` where the connection ended without one, `none` where nothing came in time, `garbled`
 * where what came is not an answer.
 */
export type Outcome = number | "ended" | "none" | "left" | "garbled";

/** Linux listens for every address that begins with 127; other systems have one. */
function loopbackAddress(number: number): string {
  if (process.platform !== "linux") return "127.0.0.1";
  return `127.66.${(number >> 8) & 255}.${number & 255}`;
}

/** Connects to the loopback only. */
export function openFrom(port: number, address: number): Socket {
  const socket = connect({ host: "127.0.0.1", port, localAddress: loopbackAddress(address) });
  socket.on("error", () => {});
  return socket;
}

export class HostileClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isOver = false;
  #wake: () => void = () => {};

  constructor(port: number, address: number) {
    this.#socket = openFrom(port, address);
    this.#socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    this.#socket.on("close", () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** The bytes received since the last request, as text. */
  get received(): string {
    return this.#received.toString("latin1");
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async send({ bytes, awaits }: HostileRequest): Promise<Outcome> {
    this.#received = Buffer.alloc(0);
    this.#socket.write(bytes);
    if (awaits === "leave") {
      await new Promise((resolve) => setImmediate(resolve));
      this.end();
      return "left";
    }
    const endAt = performance.now() + ANSWER_MS;
    let enoughAt = Number.POSITIVE_INFINITY;
    for (;;) {
      if (this.#isGarbled()) return "garbled";
      const answer = this.#look();
      if (answer?.isWhole) return answer.status;
      if (this.#isOver) return answer?.status ?? "ended";
      if (answer) enoughAt = Math.min(enoughAt, performance.now() + ENOUGH_MS);
      if (answer && (this.#received.length > ENOUGH_BYTES || performance.now() >= enoughAt)) {
        this.end();
        return answer.status;
      }
      if (performance.now() >= endAt) {
        this.end();
        return "none";
      }
      await this.#next(Math.min(endAt, enoughAt) - performance.now());
    }
  }

  end(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, ms));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #isGarbled(): boolean {
    const first = this.#received.subarray(0, BEGINNING.length);
    return !BEGINNING.subarray(0, first.length).equals(first);
  }

  /** The received bytes; an answer without a length ends with its connection, or when the caller has had enough. */
  #look(): { status: number; isWhole: boolean } | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const head = this.#received.subarray(0, end).toString("latin1");
    const status = Number(head.slice(9, 12));
    const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
    if (status === 304 || status === 204) return { status, isWhole: true };
    if (length !== undefined) return { status, isWhole: this.#received.length - end - 4 >= Number(length) };
    const isChunked = /^transfer-encoding: chunked$/im.test(head);
    const body = this.#received.subarray(end + 4);
    const isLast = body.equals(LAST_CHUNK) || body.subarray(-LAST_CHUNK.length - 2).equals(AFTER_OTHERS);
    return { status, isWhole: isChunked && isLast };
  }
}
