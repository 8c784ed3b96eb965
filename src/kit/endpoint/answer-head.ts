/**
 * Status and headers of an answer while it is made. Fastify keeps them in an object that is copied twice and searched
 * by name repeatedly. That costs as much as finding the answer of a read in memory. This is the flat list that
 * `node:http` accepts directly.
 */
import type { FastifyReply } from "fastify";
import type { Verdict } from "../limits/limiter.ts";

export class AnswerHead {
  readonly requestId: string;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly startedMs: number;
  status = 200;
  /** The caller, as soon as that is known. */
  actor: unknown;
  /** Names in lower case and values, in turn. */
  readonly #pairs: string[];
  #tightest: Verdict | undefined;

  /** @param fixed names and values that every answer of the service has */
  constructor(fixed: readonly string[], requestId: string, startedMs: number) {
    this.requestId = requestId;
    this.startedMs = startedMs;
    this.#pairs = [...fixed, "x-request-id", requestId];
  }

  /** Adds a header. One that is there already is replaced. */
  set(name: string, value: string): void {
    const at = this.#find(name);
    if (at === -1) this.#pairs.push(name, value);
    else this.#pairs[at + 1] = value;
  }

  /** Adds a header that nothing has set before: nothing is looked for. */
  add(name: string, value: string): void {
    this.#pairs.push(name, value);
  }

  has(name: string): boolean {
    return this.#find(name) !== -1;
  }

  /** Of several allowances, the answer shows the one that runs out first. */
  showAllowance(verdict: Verdict): void {
    if (verdict.allowed && this.#tightest && this.#tightest.remaining <= verdict.remaining) return;
    this.#tightest = verdict;
  }

  /** All of it, for `writeHead`. Nothing may be set afterwards. */
  finish(): string[] {
    const shown = this.#tightest;
    if (shown) {
      this.#tightest = undefined;
      this.#pairs.push(
        "ratelimit-limit",
        String(shown.limit),
        "ratelimit-remaining",
        String(shown.remaining),
        "ratelimit-reset",
        String(shown.resetSeconds),
      );
    }
    return this.#pairs;
  }

  /** Hands everything to Fastify, where it is Fastify that answers. Names that `Vary` already has stay. */
  moveTo(reply: FastifyReply): FastifyReply {
    const pairs = this.finish();
    for (let at = 0; at < pairs.length; at += 2) {
      const [name = "", value = ""] = [pairs[at], pairs[at + 1]];
      const before = name === "vary" ? reply.getHeader(name) : undefined;
      reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
    }
    return reply.code(this.status);
  }

  #find(name: string): number {
    for (let at = 0; at < this.#pairs.length; at += 2) {
      if (this.#pairs[at] === name) return at;
    }
    return -1;
  }
}
