import type { Log } from "../log/log.ts";
import type { Bus } from "./bus.ts";
import { inProcessBus } from "./in-process-bus.ts";
import { redisBus } from "./redis-bus.ts";
import { openRedis } from "./redis.ts";

/** The bus of this process: over Redis where there is one, else within the process. */
export function openBus(redisUrl: string | undefined, log: Log): Bus {
  return redisUrl === undefined ? inProcessBus(log) : redisBus(openRedis(redisUrl, log), log);
}
