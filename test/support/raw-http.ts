/** Requests as bytes on a socket, for what no HTTP client would send. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Everything, as it came. */
  readonly text: string;
}

/** An open connection that remembers what came over it. */
export interface RawConnection {
  readonly socket: Socket;
  received(): string;
  /** Resolves when the other side has closed the connection, cleanly or not. */
  readonly closed: Promise<void>;
  /** Resolves as soon as what came satisfies the condition; rejects when the connection closes before. */
  until(condition: (received: string) => boolean): Promise<string>;
}

export function openRaw(port: number): RawConnection {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    wake();
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      resolve();
      wake();
    });
  });
  return {
    socket,
    received: () => text,
    closed,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (condition(text)) resolve(text);
          else if (!socket.closed) return;
          else reject(new Error(`the connection was closed after: ${text.slice(-300)}`));
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Sends one request on a connection of its own and reads until the server closes it. */
export async function rawRequest(port: number, request: string): Promise<RawAnswer> {
  const connection = openRaw(port);
  connection.socket.write(Buffer.from(request, "latin1"));
  await connection.closed;
  return parseAnswer(connection.received());
}

/** A request with `Connection: close`. `path` goes out exactly as given. */
export function rawGet(
  port: number,
  path: string,
  headers: readonly string[] = [],
  method = "GET",
): Promise<RawAnswer> {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", ...headers, "", ""];
  return rawRequest(port, lines.join("\r\n"));
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end === -1 ? text.length : end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(" ")[1] ?? 0), headers, body: end === -1 ? "" : text.slice(end + 4), text };
}
