/** Collects the bytes of a request body up to its limit, and those of all bodies up to theirs. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { GatheredBytes } from "../bytes/gathered-bytes.ts";
import { COUNTED_FROM_BYTES, type BodyBudget, type BodyShare } from "./body-budget.ts";

/**
 * How much more than its limit of a body is read and thrown away before it is refused. A caller that still writes when
 * the connection closes sees a reset connection and never the refusal.
 */
const SPILL_BYTES = 1024 * 1024;

/** The same in time. */
const SPILL_MS = 1_000;

/** The error that `httpRefusal` knows as "too large". */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** The error that `httpRefusal` knows as "try again": what the bodies of all callers, or of this one, may take is taken. */
export class TooManyBodies extends Error {
  override readonly name = "TooManyBodies";
}

type Done = (error: Error | null, body?: Buffer) => void;

/**
 * Makes a content type parser that takes every type as bytes, within the limit of the route and within the budget. A body
 * that announces itself as far too large is refused before it is sent.
 */
export function bodyCollector(
  budget: BodyBudget,
): (request: FastifyRequest, payload: IncomingMessage, done: Done) => void {
  return (request, payload, done) => {
    const limit = request.routeOptions.bodyLimit ?? 0;
    if (Number(request.headers["content-length"]) > limit + SPILL_BYTES) {
      done(new BodyTooLarge());
      return;
    }
    const body = new GatheredBytes();
    let size = 0;
    let share: BodyShare | undefined;
    let refusal: Error | undefined;
    let patience: NodeJS.Timeout | undefined;
    const finish = (error: Error | null): void => {
      clearTimeout(patience);
      payload.off("data", take).off("end", end).off("error", finish).off("close", leave);
      const whole = error || refusal ? undefined : body.take();
      share?.release();
      if (error) done(Object.assign(error, { statusCode: 400 }));
      else if (refusal) done(refusal);
      else done(null, whole);
    };
    const end = (): void => finish(null);
    const leave = (): void => finish(new Error("the connection was closed before the body was complete"));
    /** Whether it is within the budget. */
    const count = (): boolean => {
      if (size < COUNTED_FROM_BYTES) return true;
      if (!share) {
        share = budget.open(request.ip);
        payload.on("close", leave);
      }
      return share.growTo(size);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (!refusal) {
        if (size > limit) refusal = new BodyTooLarge();
        else if (!count()) refusal = new TooManyBodies();
        else {
          body.add(chunk);
          return;
        }
        body.clear();
        share?.release();
        patience = setTimeout(end, SPILL_MS);
      }
      if (size > limit + SPILL_BYTES) end();
    };
    payload.on("data", take).on("end", end).on("error", finish);
  };
}
