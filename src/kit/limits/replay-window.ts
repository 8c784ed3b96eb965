/**
 * Values that may be used only once, in Redis for many processes: under each name the highest marks that were used,
 * one by one, and everything below them as a whole.
 */
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { closeRedis, openRedis } from "../bus/redis.ts";
import type { Log } from "../log/log.ts";

/**
 * `fresh`: was never used, and is from now on. `used`: was used before. `low`: below the window, so it may have been.
 * `unknown`: this window does not exist here, and was not begun.
 */
export type ReplayVerdict = "fresh" | "used" | "low" | "unknown";

export interface ReplayWindow {
  /**
   * Uses a mark up. All marks of a name are texts of one length, in digits and lower case letters, and have the order of
   * the texts.
   *
   * @param floor begins a window where there is none: everything at and below it is refused there. Redis forgets
   * windows when they are idle, and when it loses its data; so the caller must know a floor that no used mark is
   * above.
   * @throws when Redis does not answer: then nothing may be accepted.
   */
  use(name: string, mark: string, floor?: string): Promise<ReplayVerdict>;
  /** Whether Redis takes what is written to it now. */
  answers(): Promise<boolean>;
  close(): void;
}

export interface ReplayWindowOptions {
  /** Marks of one name that are known one by one. */
  readonly size: number;
  /** After this long without use a window is forgotten. */
  readonly idleSeconds: number;
}

const PREFIX = "tripod:replay";

/**
 * A sorted set whose members all have the score 0 is in the order of the members. The lowest is the floor: a used mark,
 * or what the window began with.
 */
const USE = `
local window, mark, size, idle, floor = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local lowest = redis.call('ZRANGE', window, 0, 0)[1]
if not lowest then
  if floor == '' then return 'unknown' end
  redis.call('ZADD', window, 0, floor)
  redis.call('EXPIRE', window, idle)
  lowest = floor
end
if mark < lowest then return 'low' end
if redis.call('ZADD', window, 0, mark) == 0 then return 'used' end
redis.call('EXPIRE', window, idle)
if redis.call('ZCARD', window) > size then redis.call('ZPOPMIN', window) end
return 'fresh'`;

/** Redis's name of the script. */
const USE_SHA1 = createHash("sha1").update(USE).digest("hex");

/**
 * Opens windows in the Redis at this address; connects in the background.
 *
 * @throws UserError when the address is none of Redis.
 */
export function openReplayWindow(redisUrl: string, log: Log, options: ReplayWindowOptions): ReplayWindow {
  const redis = openRedis(redisUrl, log);
  const window = replayWindow(redis, options);
  return { ...window, close: () => closeRedis(redis) };
}

/**
 * Windows on a connection of the caller's.
 *
 * Their names hold the id that Redis gives itself with each start. A server that comes back with a part of its data,
 * or another one that takes over with what it had received so far, is not trusted: its windows start over.
 */
export function replayWindow(redis: Redis, { size, idleSeconds }: ReplayWindowOptions): ReplayWindow {
  let server: Promise<string> | undefined;
  redis.on("close", () => {
    server = undefined;
  });

  return {
    async use(name, mark, floor = "") {
      server ??= runId(redis);
      const reading = server;
      const id = await reading.catch((error: unknown) => {
        if (server === reading) server = undefined;
        throw error;
      });
      if (server !== reading) throw new Error("the connection to Redis was lost in between");
      return (await run(redis, `${PREFIX}:${id}:${name}`, [
        mark,
        String(size),
        String(idleSeconds),
        floor,
      ])) as ReplayVerdict;
    },
    async answers() {
      try {
        // One that only reads, or has no room, would refuse the next mark.
        await redis.set(`${PREFIX}:answers`, "1", "EX", 1);
        return true;
      } catch {
        return false;
      }
    },
    close: () => undefined,
  };
}

/** Which run of which server this is. */
async function runId(redis: Redis): Promise<string> {
  const id = /^run_id:(\w+)/m.exec(await redis.info("server"))?.[1];
  if (id === undefined) throw new Error("Redis does not say which one it is");
  return id;
}

/** Sends the script only to a server that does not have it yet. */
async function run(redis: Redis, window: string, values: readonly (string | number)[]): Promise<unknown> {
  try {
    return await redis.evalsha(USE_SHA1, 1, window, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return redis.eval(USE, 1, window, ...values);
  }
}
