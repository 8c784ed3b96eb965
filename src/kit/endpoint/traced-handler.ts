/** Requests as spans: by their route, never by the path that was asked for, and without who asked. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Span } from "../traces/traces.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { HttpTraces, MountedService } from "./http-services.ts";

type Handle = (request: FastifyRequest, reply: FastifyReply, span: Span) => PromiseLike<void> | undefined;

const SERVER_ERROR = 500;

export function tracedHandler(
  { form }: MountedService,
  { id, path }: AnyEndpoint,
  { traces, followsCallers }: HttpTraces,
  handle: Handle,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const route = `${form.prefixes[0] ?? ""}${path}`;
  const common = { "http.route": route, "tripod.service": form.name, "tripod.endpoint": id };
  return (request, reply) => {
    const { method, headers } = request;
    const given = followsCallers ? headers["traceparent"] : undefined;
    const parent = typeof given === "string" ? given : undefined;
    const attributes = { "http.request.method": method, ...common };
    void traces.run({ name: `${method} ${route}`, kind: "server", attributes, parent }, (span) =>
      handle(request, reply, span),
    );
  };
}

/** @param requestId leads to the lines of the log */
export function describeAnswer(span: Span, requestId: string, status: number): void {
  span.set("tripod.request_id", requestId);
  span.set("http.response.status_code", status);
  if (status >= SERVER_ERROR) span.fail(String(status));
}
