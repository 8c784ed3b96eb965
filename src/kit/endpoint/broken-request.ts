/** Answers what is not an HTTP request that Node can read, or not in time, in the service's error form; Node itself would answer with no body. */
import { METHODS, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { AppError } from "../errors/catalogue.ts";
import type { FindAllowed, KnownPlace } from "./allowed-methods.ts";
import type { ServiceForm } from "./form.ts";

/** How long a caller may take to read why it was refused. */
const LINGER_MS = 2_000;

/** Node's state of a connection while a response is being written to it. */
interface BusySocket extends Socket {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

/**
 * A listener for the HTTP server's `clientError`. `formOf` names the form for an address, as far as one was read.
 * `requestId` makes a new id.
 */
export function answerBrokenRequest(
  formOf: (url: string) => ServiceForm,
  findAllowed: FindAllowed,
  requestId: () => string,
) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: BusySocket): void => {
    // A second answer in the middle of the first would be read as a part of it.
    if (error.code === "ECONNRESET" || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const stranger = error.code === "HPE_INVALID_METHOD" ? requestLineIn(error.rawPacket) : undefined;
    if (stranger) {
      refuseMethod(socket, formOf(stranger.path), findAllowed(stranger.path), stranger, requestId());
      return;
    }
    const [status, message] = statusOf(error.code);
    const form = formOf(addressIn(error.rawPacket));
    answer(socket, form, status, form.refusal({ kind: "badRequest", message }), requestId());
  };
}

/** Answers CONNECT, which asks for a tunnel. Node itself would close the connection without a word. */
export function refuseConnect(server: Server, form: ServiceForm, requestId: () => string): void {
  server.on("connect", (_request: IncomingMessage, socket: BusySocket) => {
    socket.on("error", () => socket.destroy());
    if (!socket.writable || socket._httpMessage) {
      socket.destroy();
      return;
    }
    const allow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    const refusal = form.refusal({ kind: "methodNotAllowed", method: "CONNECT", allow });
    answer(socket, form, refusal.status, refusal, requestId(), [`Allow: ${allow.join(", ")}`]);
  });
}

function refuseMethod(
  socket: BusySocket,
  formThere: ServiceForm,
  place: KnownPlace | undefined,
  { method, path }: { method: string; path: string },
  id: string,
): void {
  const form = place?.form ?? formThere;
  const refusal = place
    ? form.refusal({ kind: "methodNotAllowed", method, allow: place.allow })
    : form.refusal({ kind: "unknownPath", method, path });
  answer(socket, form, refusal.status, refusal, id, place ? [`Allow: ${place.allow.join(", ")}`] : []);
}

function answer(
  socket: BusySocket,
  form: ServiceForm,
  status: number,
  refusal: AppError,
  id: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify(form.renderError(refusal, { requestId: id }));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${form.errorContentType ?? "application/json; charset=utf-8"}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      `X-Request-Id: ${id}`,
      ...headers,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The request line of a packet that begins with a method which Node does not know; methods are case-sensitive. */
function requestLineIn(packet: unknown): { method: string; path: string } | undefined {
  const start = Buffer.isBuffer(packet) ? packet.toString("latin1", 0, 2048) : "";
  const [, method = "", path = ""] =
    /^([\w!#$%&'*+.^`|~-]{1,40}) (\/[^\s?]*)(?:\?[^\s]*)? HTTP\/1\.[01]\r?\n/.exec(start) ?? [];
  return method === "" || METHODS.includes(method) ? undefined : { method, path };
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
