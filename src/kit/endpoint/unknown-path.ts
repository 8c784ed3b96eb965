/** The answer where no route matches: 405, the way to the right path, or the service's own 404. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FindAllowed } from "./allowed-methods.ts";
import { fixedHeaders, setPairs } from "./cors.ts";
import type { ServiceForm } from "./form.ts";
import { nulByteIn, type SendError } from "./route.ts";

/**
 * 405 where the path is known under other methods: routes are made for common methods alone. 308 to the cleaned path
 * where only slashes are wrong. Else the service's own 404.
 */
export function answerUnknownPath(
  form: ServiceForm,
  findAllowed: FindAllowed,
  sendError: SendError,
  request: FastifyRequest,
  reply: FastifyReply,
  requestId: string,
): FastifyReply {
  const url = request.originalUrl;
  const nul = nulByteIn(url);
  if (nul) return sendError(request, reply, form, form.refusal({ kind: "nulByte", part: nul }), { requestId });
  const place = findAllowed(url);
  if (place) {
    const { allow } = place;
    setPairs(reply, place.fixed).header("allow", allow.join(", "));
    const refusal = place.form.refusal({ kind: "methodNotAllowed", method: request.method, allow });
    return sendError(request, reply, place.form, refusal, { requestId });
  }
  const target = cleaned(url);
  if (target !== undefined) {
    return setPairs(reply, [...fixedHeaders(form), "x-request-id", requestId]).redirect(target, 308);
  }
  const path = url.split("?", 1)[0] ?? "/";
  return sendError(request, reply, form, form.refusal({ kind: "unknownPath", method: request.method, path }), {
    requestId,
  });
}

/**
 * The address without doubled slashes and without a trailing one; undefined when it has neither, or when a browser
 * could take the result for another host: it reads `\` as `/`, and drops tabs and line breaks first.
 */
export function cleaned(url: string): string | undefined {
  const query = url.indexOf("?");
  const path = query === -1 ? url : url.slice(0, query);
  const clean = path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  if (clean === path || !/^\/(?!\/)[!-[\]-~]+$/.test(clean)) return undefined;
  return query === -1 ? clean : clean + url.slice(query);
}

/** True where a parameter of the path is empty, as in `/servers/`: the router takes it for `/servers/:name`. */
export function lacksParameter(request: FastifyRequest): boolean {
  const parameters = request.params as Readonly<Record<string, string>>;
  for (const name in parameters) {
    if (parameters[name] === "") return true;
  }
  return false;
}
