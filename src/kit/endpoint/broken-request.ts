/** Answers what is no HTTP request, or not in time, in the service's error form; Node itself would answer with no body. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ServiceForm } from "./form.ts";

/** How long a caller may take to read why it was refused. */
const LINGER_MS = 2_000;

/** What Node keeps on a connection while a response is being written to it. */
interface BusySocket extends Socket {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

/**
 * A listener for the HTTP server's `clientError`. `formOf` names the form for an address, as far as one was read.
 * `requestId` makes a new id.
 */
export function answerBrokenRequest(formOf: (url: string) => ServiceForm, requestId: () => string) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: BusySocket): void => {
    // A second answer in the middle of the first would be read as a part of it.
    if (error.code === "ECONNRESET" || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const [status, message] = statusOf(error.code);
    const form = formOf(addressIn(error.rawPacket));
    const id = requestId();
    const body = JSON.stringify(form.renderError(form.refusal({ kind: "badRequest", message }), { requestId: id }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `Content-Type: ${form.errorContentType ?? "application/json; charset=utf-8"}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Cache-Control: no-store",
        `X-Request-Id: ${id}`,
        "Connection: close",
        "",
        body,
      ].join("\r\n"),
    );
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** The path of the request line, where the packet that broke begins with one. */
function addressIn(packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString("latin1", 0, 2048) : "";
  return /^[A-Z]{1,20} (\/[^\s?]*)/.exec(start)?.[1] ?? "/";
}

function statusOf(code: string | undefined): [number, string] {
  if (code === "HPE_HEADER_OVERFLOW") return [431, "request headers are too large"];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "the request did not arrive in time"];
  return [400, "the request is not valid HTTP"];
}
