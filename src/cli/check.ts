/** `tripod check`: tries what serving needs, one thing after the other, and says in plain words what works. */
import { createServer } from "node:net";
import pc from "picocolors";
import { loadMasterKey } from "../kit/auth/master-key.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { silentLog } from "../kit/log/log.ts";
import { pendingMigrations } from "../kit/sql/migrate.ts";
import { serverFacts } from "../kit/sql/server-facts.ts";
import { systemClock } from "../kit/time/clock.ts";
import { readConfiguration } from "./configuration.ts";
import { migrationRooms, openServer, type SharedConfig } from "./open-platform.ts";
import { loadService, type ServiceName } from "./services.ts";

/** A database whose clock differs more than this makes times in answers hard to understand. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** @throws UserError when something does not work. */
export async function check(services: readonly ServiceName[]): Promise<void> {
  const modules = await Promise.all(services.map(async (name) => [name, (await loadService(name)).settings] as const));
  const { config, warnings } = readConfiguration(Object.fromEntries(modules));
  say("settings", "can be read");
  for (const warning of warnings) complain("settings", warning);

  const failures = [
    await trial("database", () => checkDatabase(config.shared)),
    await trial("keys", async () => {
      await loadMasterKey({ secretKey: config.shared.secretKey, dataDir: config.shared.dataDir });
      return "the key that seals secrets can be read";
    }),
    await trial("port", () => checkPort(config.shared.host, config.shared.port)),
    ...(config.shared.adminPort === 0
      ? []
      : [await trial("metrics port", () => checkPort(config.shared.adminHost, config.shared.adminPort))]),
  ].filter((worked) => !worked).length;
  if (failures > 0) throw new UserError(`${failures} of these must be mended before Tripod can serve.`);
}

async function checkDatabase(config: SharedConfig): Promise<string> {
  const server = await openServer(config, silentLog());
  try {
    const { version, clockAheadMs } = await serverFacts(server.connection, systemClock());
    if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
      complain("clock", `the database's clock is ${clockAheadMs} ms ahead of this machine's`);
    } else say("clock", `agrees with the database's within ${Math.abs(clockAheadMs)} ms`);
    const pending = await pendingMigrations(server.connection, migrationRooms());
    const state =
      pending.length === 0 ? "up to date" : `${pending.length} migrations will be applied at the next start`;
    return `${version} answers; ${state}`;
  } finally {
    await server.stop();
  }
}

function checkPort(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? "is taken by another program (or by Tripod itself)"
          : `cannot be opened (${error.code})`;
      reject(new UserError(`${host}:${port} ${why}`));
    });
    probe.listen({ host, port }, () => probe.close(() => resolve(`${host}:${port} is free`)));
  });
}

async function trial(what: string, run: () => Promise<string>): Promise<boolean> {
  try {
    say(what, await run());
    return true;
  } catch (error) {
    complain(what, error instanceof UserError ? error.message : `does not work: ${reasonOf(error)}`);
    return false;
  }
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : "an unexpected error";
}

function say(what: string, message: string): void {
  process.stdout.write(`${pc.green("ok")}    ${what}: ${message}\n`);
}

function complain(what: string, message: string): void {
  process.stdout.write(`${pc.red("wrong")} ${what}: ${message}\n`);
}
