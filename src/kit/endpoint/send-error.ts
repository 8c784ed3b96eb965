/** Refusals and failures on their way out: the service's own shape, and nothing that a caller must not see. */
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/catalogue.ts";
import { BodyTooLarge, TooManyBodies } from "./collect-body.ts";
import { fixedHeaders, setPairs } from "./cors.ts";
import { databaseRefusal } from "./database-refusal.ts";
import type { ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";
import { header, type SendError } from "./route.ts";

/** The shown part of any operation's failure. Its cause is for the log. */
export const INTERNAL = { code: "internal", status: 500, says: "Internal server error" } as const;

/** Bodies usually arrive within milliseconds; those of a caller who withholds the rest are dropped after half a minute. */
const RETRY_AFTER_SECONDS = 5;

const BUSY_LOG_MS = 30_000;

/** Headers of the success that was being prepared; they are not true of the error that goes out in its place. */
const OF_SUCCESS = ["content-encoding", "content-length", "etag", "last-modified", "content-disposition"];

/** Answers the function that sends every error: refusals as they are, everything else as a bare 500 with the request's id. */
export function errorSender(options: HttpOptions): SendError {
  const logBusy = busyLog(options);
  return (_request, reply, form, failure, call) => {
    const { requestId } = call;
    const endpoint = call.endpoint?.id;
    // Before an endpoint runs, nothing is changed.
    const error = databaseRefusal(failure, form, false);
    const shown = error instanceof AppError ? error : new AppError(INTERNAL, {}, { cause: error });
    // 501 is a feature that is turned off, not a failure.
    if (shown.cause instanceof TooManyBodies) {
      logBusy();
    } else if (shown.status >= 500 && shown.status !== 501) {
      options.log.error({ err: error, requestId, endpoint }, `${endpoint ?? "a request"} failed`);
    }
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return reply;
    }
    for (const name of OF_SUCCESS) reply.removeHeader(name);
    return setPairs(reply, fixedHeaders(form, call.endpoint))
      .code(shown.status)
      .headers(shown.headers)
      .header("x-request-id", requestId)
      .header("cache-control", "no-store")
      .header("content-type", form.errorContentType ?? "application/json; charset=utf-8")
      .send(JSON.stringify(form.renderError(shown, call)));
  };
}

/** Says that bodies are refused, once in half a minute: any caller can cause any number of them. */
function busyLog({ log }: HttpOptions): () => void {
  let againAtMs = 0;
  let leftOut = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs < againAtMs) {
      leftOut++;
      return;
    }
    log.error({ leftOut }, "request bodies are refused: too many large ones arrive at the same time");
    againAtMs = nowMs + BUSY_LOG_MS;
    leftOut = 0;
  };
}

/** Fastify's own errors in the service's words; everything unknown stays unknown, and becomes a 500. */
export function httpRefusal(error: unknown, form: ServiceForm, request: FastifyRequest): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (error instanceof BodyTooLarge) {
    return form.refusal({ kind: "bodyTooLarge", limitBytes: request.routeOptions.bodyLimit ?? form.bodyBytes });
  }
  if (error instanceof TooManyBodies) {
    const refusal = form.refusal({ kind: "busy", retryAfterSeconds: RETRY_AFTER_SECONDS });
    refusal.cause = error;
    return refusal;
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return form.refusal({ kind: "unsupportedMediaType", contentType: header(request, "content-type") ?? "" });
  }
  if (error instanceof AppError) return error;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return form.refusal({ kind: "badRequest", message: "the request could not be read" });
  }
  return error;
}
