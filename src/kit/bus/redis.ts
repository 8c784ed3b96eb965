/** Connections to Redis or Valkey, set up so that an outage fails fast, is logged once, and mends itself. */
import { Redis, type RedisOptions } from "ioredis";
import { UserError } from "../errors/user-error.ts";
import type { Log } from "../log/log.ts";

const CONNECT_TIMEOUT_MS = 5000;

/** What we ask of Redis takes well under a millisecond; a caller waits for it. */
const COMMAND_TIMEOUT_MS = 500;

const MAX_RETRY_WAIT_MS = 2000;

const OPTIONS = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A command that cannot be sent now fails now: whoever asked has another way, and an old answer helps nobody.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy,
} satisfies RedisOptions;

/**
 * Opens a connection, in the background: it answers at once, and commands fail until the connection is there. A lost
 * connection is opened again for as long as it takes. The beginning and the end of an outage are each logged once.
 *
 * The caller closes it with `closeRedis`.
 *
 * @throws UserError when `url` is no `redis://` or `rediss://` address.
 */
export function openRedis(url: string, log: Log): Redis {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new UserError("The address of Redis must be redis://host:port or rediss://host:port.");
  }
  return watched(new Redis(url, OPTIONS), log, new URL(url).host);
}

/**
 * A second connection to the same server, for subscriptions, which take a connection for themselves. Its commands wait
 * for the connection, and its subscriptions are made again after an outage.
 */
export function openSubscriber(redis: Redis, log: Log): Redis {
  const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null, autoResubscribe: true });
  // A subscription may wait for as long as Redis is away.
  delete subscriber.options.commandTimeout;
  return watched(subscriber, log, `${redis.options.host ?? "redis"}:${redis.options.port ?? ""}`);
}

/** Closes a connection, whatever state it is in. */
export function closeRedis(redis: Redis): void {
  redis.disconnect();
}

function watched(redis: Redis, log: Log, host: string): Redis {
  let isDown = false;
  const down = (error?: unknown): void => {
    if (isDown || redis.status === "end") return;
    isDown = true;
    log.warn({ ...(error === undefined ? {} : { err: error }), host }, "Redis cannot be reached; trying on");
  };
  redis.on("error", down);
  redis.on("reconnecting", () => down());
  redis.on("ready", () => {
    if (isDown) log.info({ host }, "Redis is back");
    isDown = false;
  });
  return redis;
}

/** Doubles from 100 milliseconds up to two seconds. */
function retryStrategy(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), MAX_RETRY_WAIT_MS);
}
