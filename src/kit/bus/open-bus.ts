import type { Log } from "../log/log.ts";
import type { Bus } from "./bus.ts";
import { inProcessBus } from "./in-process-bus.ts";
import { closeRedis, openRedis } from "./redis.ts";
import { redisBus } from "./redis-bus.ts";

/**
 * The bus that the settings ask for: over Redis where there is an address, otherwise within this process.
 *
 * @throws UserError when the address is none of Redis.
 */
export function openBus(redisUrl: string | undefined, log: Log): Bus {
  if (redisUrl === undefined) return inProcessBus(log);
  const redis = openRedis(redisUrl, log);
  const bus = redisBus(redis, log);
  return {
    ...bus,
    async close() {
      await bus.close();
      closeRedis(redis);
    },
  };
}
