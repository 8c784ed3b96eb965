/** A real pgbouncer in front of the tests' server, where the machine has one. */
import { execFileSync, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { connectOnce, type Connection } from "../../src/kit/sql/connection.ts";
import { asAccount, serverAccount } from "../../src/kit/sql/embedded/account.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitUntil } from "./wait-until.ts";

/** Whether `pgbouncer` is on PATH, and can reach the tests' server. */
export function hasBouncer(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return "host" in inject("testServer");
  } catch {
    return false;
  }
}

export interface Bouncer {
  /** Over it, to the same database. */
  readonly connection: Connection;
  stop(): Promise<void>;
}

/** Starts one that hands out two sessions, by transaction or by session, and resolves when it answers. */
export async function startBouncer(direct: Connection, mode: "transaction" | "session"): Promise<Bouncer> {
  if (!("host" in direct)) throw new Error("the server is not one of parts");
  const folder = await temporaryFolder();
  const port = await freePort();
  const { host, user, password, database } = direct;
  const config = `[databases]
${database} = host=${host} port=${direct.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === "session" ? 20 : 2}
`;
  const file = join(folder.path, "pgbouncer.ini");
  await writeFile(file, config);
  const account = asAccount(await serverAccount("/nonexistent"));
  const bouncer = spawn("pgbouncer", ["-q", file], { ...account, cwd: "/", stdio: "ignore" });
  const connection = { ...direct, host: "127.0.0.1", port };
  await waitUntil(async () => (await connectOnce(connection, "test")).end());
  return {
    connection,
    async stop() {
      bouncer.kill("SIGKILL");
      await folder.remove();
    },
  };
}
