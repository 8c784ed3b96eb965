/** The trading platform as several processes of the program, on one database. */
import type { Connection } from "../../src/kit/sql/connection.ts";
import { ScriptProcess } from "./child-process.ts";
import { databaseUrl, programScript } from "./command-line.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface TradingNode {
  readonly process: ScriptProcess;
  /** Of the interface; 0 where there is none. */
  readonly port: number;
  /** The data of an answer of the interface. */
  get(path: string): Promise<unknown>;
  /** The values of a figure, by its labels as they are written. */
  figures(name: string): Promise<ReadonlyMap<string, number>>;
  /** To how many exchanges it is connected itself. */
  connected(): Promise<number>;
  /** As an operator does it. */
  stop(): Promise<void>;
  /** Lets it stand still, as a machine does that is overloaded or asleep, and go on. */
  freeze(): void;
  thaw(): void;
}

export interface TradingProcesses {
  /**
   * @param port default: any
   * @param host the host at which clients reach it
   * @param settings beside those of every process
   */
  start(
    role: "all" | "http" | "worker",
    options?: { port?: number; host?: string; settings?: Readonly<Record<string, string>> },
  ): Promise<TradingNode>;
  stopAll(): Promise<void>;
}

/**
 * @param redisUrl undefined where PostgreSQL alone connects them
 * @param leaseSeconds after which another process takes over from one that is gone
 */
export async function tradingProcesses(
  connection: Connection,
  redisUrl: string | undefined,
  leaseSeconds: number,
): Promise<TradingProcesses> {
  const folder = await temporaryFolder("tripod-trading-");
  const script = programScript();
  const all: ScriptProcess[] = [];

  async function start(
    role: string,
    { port = 0, host = "", settings = {} }: Parameters<TradingProcesses["start"]>[1] = {},
  ): Promise<TradingNode> {
    const adminPort = await freePort();
    const child = new ScriptProcess(script, ["serve", "trading", "--role", role, "--port", String(port)], false, {
      TRIPOD_DATABASE_URL: databaseUrl(connection),
      ...(redisUrl !== undefined && { TRIPOD_REDIS_URL: redisUrl }),
      TRIPOD_DATA_DIR: folder.path,
      TRIPOD_ADMIN_PORT: String(adminPort),
      TRIPOD_LOG_FORMAT: "json",
      TRIPOD_TRADING_EXCHANGES: "simulated",
      TRIPOD_TRADING_LEASE_SECONDS: String(leaseSeconds),
      TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
      TRIPOD_TRADING_PUSH_PUBLIC_PACE_MS: "0",
      TRIPOD_TRADING_PUSH_HOST: host,
      ...settings,
    });
    all.push(child);
    const url =
      role === "worker"
        ? undefined
        : String((await child.heardThat((told) => "url" in told, "where it is ready"))["url"]);
    return {
      process: child,
      port: url === undefined ? 0 : Number(new URL(url).port),
      async get(path) {
        const response = await fetch(`${url}/api/v2${path}`);
        const { data } = (await response.json()) as { readonly data: unknown };
        if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(data)}`);
        return data;
      },
      figures: (name) => readFigures(adminPort, name),
      async connected() {
        const figures = await readFigures(adminPort, "tripod_market_connected");
        return [...figures.values()].reduce((sum, each) => sum + each, 0);
      },
      freeze: () => void process.kill(child.pid, "SIGSTOP"),
      thaw: () => void process.kill(child.pid, "SIGCONT"),
      async stop() {
        process.kill(child.pid, "SIGTERM");
        await child.ended();
      },
    };
  }

  return {
    start,
    async stopAll() {
      await Promise.all(all.map((child) => child.kill()));
      await folder.remove();
    },
  };
}

async function readFigures(port: number, name: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(name.length, at), Number(line.slice(at + 1))];
    }),
  );
}
