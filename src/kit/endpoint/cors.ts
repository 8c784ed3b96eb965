/** Cross-origin rules. @fastify/cors works them out anew for each request; where they are the same for all, once is enough. */
import fastifyCors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

interface FixedRules {
  readonly origin?: unknown;
  readonly exposedHeaders?: string | readonly string[];
  readonly credentials?: boolean;
}

/** Keeps the rules in a scope. Where they are the same for every origin, the plugin is left to preflights. */
export async function mountCors(scope: FastifyInstance, rules: object): Promise<void> {
  const preflights = { strictPreflight: false, ...rules };
  const { origin, exposedHeaders = [], credentials } = rules as FixedRules;
  if (typeof origin !== "string" || credentials === true) {
    await scope.register(fastifyCors, preflights);
    return;
  }
  const exposed = [exposedHeaders].flat().join(", ");
  scope.addHook("onRequest", (_request, reply, done) => {
    reply.header("access-control-allow-origin", origin);
    if (exposed !== "") reply.header("access-control-expose-headers", exposed);
    done();
  });
  // In a scope of its own, so that its hook is not run for other requests.
  await scope.register(async (inner) => {
    await inner.register(fastifyCors, preflights);
  });
}
