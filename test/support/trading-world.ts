/** A trading platform that runs: real HTTP on loopback, a real database, users and keys for the asking. */
import { afterAll } from "vitest";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import type { HttpOptions } from "../../src/kit/endpoint/http-services.ts";
import { systemIds } from "../../src/kit/ids/ids.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { silentLog, type Log } from "../../src/kit/log/log.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import type { Platform } from "../../src/kit/platform.ts";
import { openExchanges } from "../../src/trading/build-exchanges.ts";
import { buildTrading, type Trading } from "../../src/trading/build.ts";
import type { Caller } from "../../src/trading/caller.ts";
import type { Exchange } from "../../src/trading/exchanges/index.ts";
import { tradingSettings } from "../../src/trading/config.ts";
import { addKey, addUser, type MadeKey } from "../../src/trading/operator.ts";
import { watchErrors } from "./error-recorder.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { signed } from "./signed-trading.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { testPlatform } from "./test-platform.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

export interface TradingWorld {
  readonly url: string;
  /** Errors that were answered, as `<endpoint id> <error code>`. */
  readonly seenErrors: ReadonlySet<string>;
  readonly trading: Trading;
  readonly platform: Platform;
  readonly database: TestDatabase;
  /** A user with a key of full access, unless another is asked for. */
  person(role?: Caller["role"], access?: Caller["access"]): Promise<{ readonly uid: number; readonly key: MadeKey }>;
  /** An `Authorization` that was used, and passes no more. */
  useOnce(key: MadeKey): Promise<string>;
  /** A signed request where a key is given; parameters go as a form, or as a query for GET. */
  ask(method: "GET" | "POST", path: string, options?: AskOptions): Promise<Answer>;
  /** Ends it before the end of the test file: as a process that is stopped in order. */
  close(): Promise<void>;
}

interface AskOptions {
  readonly key?: MadeKey;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a platform for a test file; it is closed after the file's last test. */
export async function tradingWorld(
  options: {
    settings?: Readonly<Record<string, string>>;
    platform?: Partial<Platform>;
    /** With its tables. */
    database?: TestDatabase;
    limiter?: HttpOptions["limiter"];
    log?: Log;
    /** Stands between the platform and its database. */
    around?: (database: TestDatabase) => Database;
    /** Instead of those of the settings. */
    exchanges?: readonly Exchange[];
    /** Whether it sends orders, runs strategies and has servers. Default: where it has exchanges. */
    works?: boolean;
  } = {},
): Promise<TradingWorld> {
  const database = options.database ?? (await testDatabase({ rooms: ["kit", "trading"] }));
  await migrateJobs(database.connection);
  const log = options.log ?? silentLog();
  const folder = await temporaryFolder();
  const { around = ({ db }: TestDatabase) => db } = options;
  const own = { log, dataDir: folder.path, db: around(database) };
  const platform: Platform = { ...testPlatform(database), ...own, ...options.platform };
  const facts = { version: "0.0.0", gitCommit: "", buildTime: "" };
  const sections = { trading: tradingSettings };
  const { config } = loadConfig({ sections, environment: { TRIPOD_TRADING_EXCHANGES: "", ...options.settings } });
  const exchanges = options.exchanges ?? (await openExchanges(platform, config.trading));
  const trading = buildTrading(platform, config.trading, facts, exchanges);
  await trading.start();
  if (options.works ?? exchanges.length > 0) trading.startWork();
  const { services, seenErrors } = watchErrors(trading.services);
  const http = await buildHttp({
    services,
    log,
    requestId: () => systemIds().next("req"),
    checkOutputs: true,
    ...(options.limiter ? { limiter: options.limiter } : {}),
  });
  const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    trading.endStreams();
    await http.close();
    await trading.stop();
    await folder.remove();
  };
  const close = (): Promise<void> => (closing ??= end());
  afterAll(close);

  let people = 0;
  return {
    url,
    seenErrors,
    trading,
    platform,
    database,
    async person(role = "user", access = "full_access") {
      people++;
      const username = `${role}${people}x${Date.now().toString(36)}`;
      const email = `${username}@example.com`;
      const uid = await addUser(platform, {
        username,
        name: `Person ${people}`,
        email,
        password: "Long-enough-1",
        role,
      });
      if (typeof uid !== "number") throw new Error(uid.problem);
      const key = await addKey(platform, trading.deps.apiKeys, uid, { label: "test", access, allowBearer: false });
      if (!key) throw new Error("the user has no key");
      return { uid, key };
    },
    async useOnce(key) {
      const headers = signed(key);
      const answer = await ask(url, "GET", "user/account-details", { headers });
      if (answer.status !== 200) throw new Error(answer.text);
      return headers["authorization"] ?? "";
    },
    ask: (method, path, asked) => ask(url, method, path, asked),
    close,
  };
}

async function ask(url: string, method: string, path: string, options: AskOptions = {}): Promise<Answer> {
  const { key, params = {}, headers = {} } = options;
  const form = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const query = method === "GET" && form !== "" ? `?${form}` : "";
  const response = await fetch(`${url}/api/v2/${path}${query}`, {
    method,
    headers: {
      ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...(key ? signed(key) : {}),
      ...headers,
    },
    ...(method === "POST" ? { body: form } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
