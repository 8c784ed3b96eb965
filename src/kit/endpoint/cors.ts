/** Cross-origin rules. @fastify/cors works them out anew for each request; where they are the same for all, once is enough. */
import fastifyCors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

interface FixedRules {
  readonly origin?: unknown;
  readonly credentials?: boolean;
  readonly exposedHeaders?: readonly string[];
  readonly methods?: readonly string[];
  readonly allowedHeaders?: readonly string[];
  readonly maxAge?: number;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Keeps the rules in a scope. Where they are the same for every origin, answers what is to handle OPTIONS of each path of
 * the service: several services may stand at the root, so that none may take all paths there.
 */
export async function mountCors(scope: FastifyInstance, rules: object): Promise<Handler | undefined> {
  const fixed = rules as FixedRules;
  const { origin, exposedHeaders = [], credentials } = fixed;
  if (typeof origin !== "string" || credentials === true) {
    await scope.register(fastifyCors, { strictPreflight: false, ...rules });
    return undefined;
  }
  const exposed = exposedHeaders.join(", ");
  scope.addHook("onRequest", (_request, reply, done) => {
    reply.header("access-control-allow-origin", origin);
    if (exposed !== "") reply.header("access-control-expose-headers", exposed);
    done();
  });
  return (request, reply) => preflight(fixed, request, reply);
}

/** The Fetch standard's answer to what a browser asks before it sends. */
function preflight(rules: FixedRules, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers["access-control-request-headers"];
  const allowed = rules.allowedHeaders?.join(", ") ?? asked;
  reply.header("access-control-allow-methods", (rules.methods ?? ["GET", "HEAD"]).join(", "));
  if (allowed !== undefined && allowed !== "") reply.header("access-control-allow-headers", allowed);
  if (!rules.allowedHeaders) reply.header("vary", "Access-Control-Request-Headers");
  if (rules.maxAge !== undefined) reply.header("access-control-max-age", rules.maxAge);
  return reply.code(204).header("content-length", "0").send();
}
