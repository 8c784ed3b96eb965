import { closeRedis, openRedis } from "../bus/redis.ts";
import type { Log } from "../log/log.ts";
import type { Clock } from "../time/clock.ts";
import type { Limiter } from "./limiter.ts";
import { memoryLimiter } from "./memory-limiter.ts";
import { redisLimiter } from "./redis-limiter.ts";

/**
 * The limiter that the settings ask for: in Redis where there is an address, otherwise within this process.
 *
 * @throws UserError when the address is none of Redis.
 */
export function openLimiter(redisUrl: string | undefined, clock: Clock, log: Log): Limiter {
  if (redisUrl === undefined) return memoryLimiter({ clock });
  const redis = openRedis(redisUrl, log);
  const limiter = redisLimiter({ redis, clock, log });
  return {
    ...limiter,
    async close() {
      await limiter.close();
      closeRedis(redis);
    },
  };
}
