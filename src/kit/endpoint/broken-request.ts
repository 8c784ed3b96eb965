/** Answers what is no HTTP request, or not in time, in the service's error form; Node itself would answer with no body. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ServiceForm } from "./form.ts";

/** A listener for the HTTP server's `clientError`. */
export function answerBrokenRequest(form: ServiceForm) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = statusOf(error.code);
    const shown = form.refusal({ kind: "badRequest", message });
    const body = JSON.stringify(form.renderError(shown, { requestId: "none" }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `Content-Type: ${form.errorContentType ?? "application/json; charset=utf-8"}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Connection: close",
        "",
        body,
      ].join("\r\n"),
    );
  };
}

function statusOf(code: string | undefined): [number, string] {
  if (code === "HPE_HEADER_OVERFLOW") return [431, "request headers are too large"];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "the request did not arrive in time"];
  return [400, "the request is not valid HTTP"];
}
