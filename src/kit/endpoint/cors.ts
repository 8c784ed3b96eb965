/** Headers of all answers, and cross-origin rules. @fastify/cors computes them for each request; where they are the same for all, once is enough. */
import fastifyCors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyEndpoint } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";

interface FixedRules {
  readonly origin?: unknown;
  readonly credentials?: boolean;
  readonly exposedHeaders?: readonly string[];
  readonly methods?: readonly string[];
  readonly allowedHeaders?: readonly string[];
  readonly maxAge?: number;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** True where the rules are the same for every origin. */
function isFixed(rules: FixedRules): rules is FixedRules & { readonly origin: string } {
  return typeof rules.origin === "string" && rules.credentials !== true;
}

/** Names and values, in turn, that every answer has, from the services and from the server itself: browsers must not guess what a body is. */
export const ON_EVERY_ANSWER = ["x-content-type-options", "nosniff"] as const;

/** Names and values, in turn, that every answer of the service has, or of one of its endpoints. */
export function fixedHeaders(
  form: Pick<ServiceForm, "cors">,
  endpoint?: Pick<AnyEndpoint, "anyOrigin">,
): readonly string[] {
  return [...ON_EVERY_ANSWER, ...fixedCorsHeaders(form, endpoint)];
}

/** Those of other origins. None where they depend on who asks. */
function fixedCorsHeaders(
  { cors }: Pick<ServiceForm, "cors">,
  endpoint?: Pick<AnyEndpoint, "anyOrigin">,
): readonly string[] {
  const rules: FixedRules | undefined = cors ?? (endpoint?.anyOrigin === true ? { origin: "*" } : undefined);
  if (!rules || !isFixed(rules)) return [];
  const { origin, exposedHeaders = [] } = rules;
  const exposed = exposedHeaders.length > 0 ? ["access-control-expose-headers", exposedHeaders.join(", ")] : [];
  return ["access-control-allow-origin", origin, ...exposed];
}

/** True where Fastify sets cross-origin headers, which depend on who asks. */
export function hasVaryingCors({ cors }: ServiceForm): boolean {
  return cors !== undefined && !isFixed(cors);
}

/**
 * Keeps the rules in a scope. Where they are the same for every origin, answers the handlers of OPTIONS for each path
 * of the service: several services may share the root, so none may take all paths there.
 */
export async function mountCors(scope: FastifyInstance, form: ServiceForm): Promise<Handler | undefined> {
  if (form.cors === undefined) return undefined;
  if (hasVaryingCors(form)) {
    await scope.register(fastifyCors, { strictPreflight: false, ...form.cors });
    return undefined;
  }
  const rules = form.cors as FixedRules;
  const fixed = fixedHeaders(form);
  return (request, reply) => preflight(rules, request, setPairs(reply, fixed));
}

/** Sets names and values that are given in turn. */
export function setPairs(reply: FastifyReply, pairs: readonly string[]): FastifyReply {
  for (let at = 0; at < pairs.length; at += 2) reply.header(pairs[at] ?? "", pairs[at + 1]);
  return reply;
}

/** The Fetch standard's answer to a browser's preflight request. */
function preflight(rules: FixedRules, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers["access-control-request-headers"];
  const allowed = rules.allowedHeaders?.join(", ") ?? asked;
  reply.header("access-control-allow-methods", (rules.methods ?? ["GET", "HEAD"]).join(", "));
  if (allowed !== undefined && allowed !== "") reply.header("access-control-allow-headers", allowed);
  if (!rules.allowedHeaders) reply.header("vary", "Access-Control-Request-Headers");
  if (rules.maxAge !== undefined) reply.header("access-control-max-age", rules.maxAge);
  return reply.code(204).header("content-length", "0").send();
}
