/** Rate limits that many processes share, counted in Redis. */
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { invariant } from "../errors/invariant.ts";
import type { Log } from "../log/log.ts";
import type { Clock } from "../time/clock.ts";
import { BANNED, boundedKey, MAX_BAN_SECONDS, verdict, type Allowance, type Limiter, type Verdict } from "./limiter.ts";
import { memoryLimiter } from "./memory-limiter.ts";

const PREFIX = "tripod:limit";

/** Allowances come from settings, so there are few; those past this number are counted but not kept at hand. */
const MAX_COUNTERS = 1000;

export interface RedisLimiterOptions {
  /** From `openRedis`; it stays the caller's. */
  readonly redis: Redis;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes a limiter that counts in Redis. While Redis cannot be reached, each process counts for itself: callers may then
 * use their allowance once with every process, which is better than refusing all callers or none. The beginning and the
 * end of that are each logged once.
 */
export function redisLimiter({ redis, clock, log }: RedisLimiterOptions): Limiter {
  const counters = new Map<string, RateLimiterRedis>();
  const insurance = memoryLimiter({ clock });
  let isInsured = false;

  const counterFor = ({ requests, windowSeconds }: Allowance): RateLimiterRedis => {
    const name = `${requests}/${windowSeconds}`;
    const known = counters.get(name);
    if (known) return known;
    if (counters.size >= MAX_COUNTERS) counters.clear();
    const counter = counting(redis, requests, windowSeconds);
    counters.set(name, counter);
    return counter;
  };
  const failed = (error: unknown): void => {
    if (!isInsured)
      log.warn({ err: error }, "rate limits are counted by each process for itself: Redis does not answer");
    isInsured = true;
  };
  const worked = (): void => {
    if (isInsured) log.info({}, "rate limits are counted together again");
    isInsured = false;
  };

  return {
    async consume(allowance, cost = 1): Promise<Verdict> {
      invariant(Number.isInteger(cost) && cost >= 1, "a request costs a whole number, at least 1");
      const answer = await counterFor(allowance)
        .consume(boundedKey(allowance.key), cost)
        // A refusal comes as a rejection too, but as a result and not as an error.
        .catch((error: unknown) => (error instanceof RateLimiterRes ? error : { error }));
      if (answer instanceof RateLimiterRes) {
        worked();
        return verdict(allowance, answer.consumedPoints, answer.msBeforeNext);
      }
      failed(answer.error);
      return insurance.consume(allowance, cost);
    },
    async blockFor(key, seconds) {
      invariant(Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_BAN_SECONDS, "a ban is up to 31 days");
      // In both, so that a ban still holds on this node when Redis goes away.
      insurance.blockFor(key, seconds);
      const counter = counting(redis, 1, Math.max(1, seconds));
      try {
        if (seconds === 0) await counter.delete(boundedKey(key));
        else await counter.set(boundedKey(key), BANNED, seconds);
        worked();
      } catch (error) {
        failed(error);
      }
    },
    close() {
      insurance.close();
    },
  };
}

function counting(redis: Redis, points: number, duration: number): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: PREFIX,
    points,
    duration,
    // A caller waits for this: it must not wait for a connection.
    rejectIfRedisNotReady: true,
  });
}
