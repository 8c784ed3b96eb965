import type { Log } from "../log/log.ts";
import type { Bus } from "./bus.ts";
import { inProcessBus } from "./in-process-bus.ts";
import { redisBus } from "./redis-bus.ts";
import { closeRedis, openRedis } from "./redis.ts";

export interface OpenBus extends Bus {
  /** Whether Redis answers; undefined where none is named. */
  isRedisThere(): boolean | undefined;
}

/** The bus of this process: over Redis where there is one, else within the process. Closing it ends its connections. */
export function openBus(redisUrl: string | undefined, log: Log): OpenBus {
  if (redisUrl === undefined) return { ...inProcessBus(log), isRedisThere: () => undefined };
  const redis = openRedis(redisUrl, log);
  const bus = redisBus(redis, log);
  return {
    ...bus,
    isRedisThere: () => redis.status === "ready",
    async close() {
      await bus.close();
      // A connection that is left open is tried again for ever, and keeps the process alive.
      closeRedis(redis);
    },
  };
}
