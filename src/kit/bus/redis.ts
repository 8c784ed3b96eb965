/** Connections to Redis or Valkey, set up so that an outage fails fast, is logged once, and mends itself. */
import { Redis, type RedisOptions } from "ioredis";
import { UserError } from "../errors/user-error.ts";
import type { Log } from "../log/log.ts";
import { isDecodable } from "../text/is-decodable.ts";
import { doubledMs } from "../time/back-off.ts";

const CONNECT_TIMEOUT_MS = 5000;

/** Our requests to Redis take well under a millisecond; a caller waits for it. */
const COMMAND_TIMEOUT_MS = 500;

/** A connection on which no byte comes for this long after a command is dead, and another one is opened. */
const SILENCE_MS = 5000;

const MAX_RETRY_WAIT_MS = 2000;

/** The path of an address: none, or the number of a database. */
const DATABASE = /^\/?\d{0,5}$/;

/** What an account may lack; the name of a channel and of a key begins as all of ours do. */
const TRIED = "tripod:check";

/** The operator's next step, by the first word of the server's refusal. */
const REFUSALS: Readonly<Record<string, string>> = {
  NOAUTH: "it wants a password",
  WRONGPASS: "it refuses this account or password",
  NOPERM: "its account may not use the keys and channels that begin with tripod:, scripts, INFO, or this database",
  OOM: "it has no room left (maxmemory)",
  READONLY: "it is a replica, which takes no changes",
  MISCONF: "it takes no changes while it cannot write to its disk",
};

const OPTIONS = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A command that cannot be sent now fails now: callers have another way, and an old answer is useless.
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
 * @param silenceMs see `SILENCE_MS`
 * @throws UserError when `url` is not a `redis://` or `rediss://` address.
 */
export function openRedis(url: string, log: Log, silenceMs = SILENCE_MS): Redis {
  const { host } = checkAddress(url);
  return watched(new Redis(url, { ...OPTIONS, socketTimeout: silenceMs }), log, host);
}

function checkAddress(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^rediss?:$/.test(parsed.protocol)) {
    throw new UserError("The address of Redis must be redis://host:port or rediss://host:port.");
  }
  // The library decodes both, and its failure would end the process.
  if (!isDecodable(parsed.username) || !isDecodable(parsed.password)) {
    throw new UserError("The account and password in the address of Redis must be percent-encoded: % is written %25.");
  }
  // The library asks for a database of this name, and the refusal would end the process.
  if (!DATABASE.test(parsed.pathname) || !/^\d*$/.test(parsed.searchParams.get("db") ?? "")) {
    throw new UserError(
      "The address of Redis may end in the number of a database, redis://host:port/1, and in nothing else.",
    );
  }
  return parsed;
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

/**
 * Asks the server at this address whether it answers, once. Answers what it says that it is, such as `Redis 7.4.1`.
 *
 * @throws UserError when it does not, or refuses
 */
export async function askRedis(url: string): Promise<string> {
  const { host } = checkAddress(url);
  const redis = askedOnce(url);
  let why: unknown;
  redis.on("error", (error: unknown) => (why = error));
  try {
    await redis.connect();
    if (redis.options.db) await redis.select(redis.options.db);
    const facts = await redis.info("server");
    // A server that only reads answers, but keeps nothing for us. An account may lack any of these.
    await redis.eval("return redis.call('SET', KEYS[1], '1', 'EX', 1)", 1, TRIED);
    await redis.publish(TRIED, "");
    await redis.subscribe(TRIED);
    return `${/^valkey_version/m.test(facts) ? "Valkey" : "Redis"} ${/_version:([\d.]+)/.exec(facts)?.[1] ?? "?"}`;
  } catch (error) {
    throw new UserError(`${host} ${reasonOf(why ?? error)}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/**
 * For a start, which goes on without a server that does not answer: it may come back. A database that the server does not
 * have never comes, and the mistake is the operator's.
 *
 * @throws UserError when the address is not one of Redis, or its server refuses the database that it names
 */
export async function requireRedisDatabase(url: string): Promise<void> {
  const { host } = checkAddress(url);
  const redis = askedOnce(url);
  redis.on("error", () => undefined);
  try {
    if (!redis.options.db) return;
    await redis.connect();
    await redis.select(redis.options.db);
  } catch (error) {
    if (isDatabaseRefused(error)) throw new UserError(`${host} ${reasonOf(error)}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/** A connection for a few questions, which the caller opens and disconnects. A server that is silent does not keep it. */
function askedOnce(url: string): Redis {
  return new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
}

/** Whether the server has answered that this account cannot have the database of the address. */
function isDatabaseRefused(error: unknown): boolean {
  const { name, command, message } = error as Error & { readonly command?: { readonly name?: unknown } };
  return name === "ReplyError" && command?.name === "select" && !message.startsWith("NOAUTH");
}

/** The shown part of a failure: a code of the system, or what the first word of the server's answer means. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string") return `does not answer: ${code}`;
  const word = /^[A-Z]{2,}/.exec(String(message))?.[0] ?? "";
  const isLacking = /DB index|SELECT is not allowed/.test(String(message));
  const says = isLacking ? "it has no database of this number" : REFUSALS[word];
  if (says !== undefined) return `refuses Tripod: ${says} (${word}). Mend that, or TRIPOD_REDIS_URL.`;
  return `does not answer: ${word === "" ? ofLibrary(String(message)) : word}`;
}

/** The library's own messages. */
function ofLibrary(message: string): string {
  if (message.includes("timed out")) return "nothing came in time";
  if (message.includes("RESP type") || message.startsWith("Protocol error")) return "it does not speak as Redis does";
  return message.includes("is closed") ? "it ended the connection" : "an unexpected error";
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
    log.warn(
      { ...(error === undefined ? {} : { err: error }), host },
      "Redis cannot be reached; the process keeps trying",
    );
  };
  redis.on("error", (error: unknown) => {
    // The library would go on in database 0, where another program may be. On each new connection it asks again.
    if (isDatabaseRefused(error)) redis.disconnect(true);
    down(error);
  });
  redis.on("reconnecting", () => down());
  redis.on("ready", () => {
    if (isDown) log.info({ host }, "Redis is back");
    isDown = false;
  });
  return redis;
}

/** Doubles from 100 milliseconds up to two seconds. */
function retryStrategy(attempt: number): number {
  return doubledMs(attempt, { firstMs: 100, maxMs: MAX_RETRY_WAIT_MS });
}
