/** A MariaDB on the loopback address, where the machine has one: Debian's `mariadb-server`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { selfSignedCertificate } from "./certificate.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { PATIENCE_MS } from "./wait-until.ts";

export const hasMariadb = spawnSync("mariadbd", ["--version"]).status === 0;
/** By which the server is known as `localhost`; undefined without `openssl`. */
export const encryption = hasMariadb ? selfSignedCertificate(["localhost"]) : undefined;

export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export interface Mariadb {
  readonly port: number;
  /** As its administrator. Answers the rows of the last statement. */
  run(...statements: string[]): Promise<Record<string, unknown>[]>;
  connect(): ReturnType<typeof createConnection>;
  stop(): Promise<void>;
}

export async function startMariadb(): Promise<Mariadb> {
  const folder = await temporaryFolder();
  const data = `--datadir=${join(folder.path, "data")}`;
  const account = process.getuid?.() === 0 ? ["--user=root"] : [];
  const install = ["--no-defaults", data, ...account, "--auth-root-authentication-method=normal", "--skip-test-db"];
  const installed = spawnSync("mariadb-install-db", install, { encoding: "utf8" });
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`);
  const probe = createServer();
  const port = await listening(probe);
  probe.close();
  const network = [`--port=${port}`, "--bind-address=127.0.0.1", `--socket=${join(folder.path, "socket")}`];
  const light = ["--innodb-buffer-pool-size=8M", "--innodb-flush-log-at-trx-commit=0", "--skip-name-resolve"];
  const [key, certificate] = [join(folder.path, "key.pem"), join(folder.path, "certificate.pem")];
  if (encryption) await Promise.all([writeFile(key, encryption.key), writeFile(certificate, encryption.certificate)]);
  const secure = encryption ? [`--ssl-key=${key}`, `--ssl-cert=${certificate}`] : [];
  const server = spawn("mariadbd", ["--no-defaults", data, ...account, ...network, ...light, ...secure], {
    stdio: "ignore",
  });
  const stop = async (): Promise<void> => {
    if (server.exitCode === null) {
      const exited = once(server, "exit");
      server.kill("SIGKILL");
      await exited;
    }
    await folder.remove();
  };
  const connect: Mariadb["connect"] = () => createConnection({ host: "127.0.0.1", port, user: "root" });
  const run: Mariadb["run"] = async (...statements) => {
    const connection = await connect();
    try {
      let last: unknown;
      for (const statement of statements) [last] = await connection.query(statement);
      return Array.isArray(last) ? last : [];
    } finally {
      await connection.end();
    }
  };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await run("select 1");
      return { port, run, connect, stop };
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) {
        await stop();
        throw new Error("mariadbd did not start", { cause: error });
      }
      await delay(50);
    }
  }
}
