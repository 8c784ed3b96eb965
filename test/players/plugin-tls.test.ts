/** From `tls` of a cluster's file to an encrypted connection, by `tripod check` and against a real MariaDB. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/kit/time/clock.ts";
import { playersTrials } from "../../src/players/trials.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { encryption, hasMariadb, startMariadb, type Mariadb } from "../support/mariadb.ts";
import { playersConfig } from "../support/players-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "sesame-of-the-reader";
const isPossible = hasMariadb && encryption !== undefined;

describe.skipIf(!isPossible)("a plugin's database over MySQL", () => {
  let mariadb: Mariadb;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    mariadb = await startMariadb();
    await writeFile(join(folder.path, "ca.pem"), encryption?.certificate ?? "");
    await writeFile(join(folder.path, "other.pem"), selfSignedCertificate(["localhost"])?.certificate ?? "");
    await writeFile(join(folder.path, "text.pem"), "not a certificate");
    await mariadb.run(
      "create database plugins character set utf8mb4",
      `create user reader@'127.0.0.1' identified by '${PASSWORD}' require ssl`,
      "grant all on plugins.* to reader@'127.0.0.1'",
      "create table plugins.ArkShopPlayers (Id INT PRIMARY KEY, SteamId BIGINT NOT NULL, Points INT)",
      "insert into plugins.ArkShopPlayers values (1, 76561198000000001, 5)",
    );
  });

  afterAll(async () => {
    await mariadb?.stop();
    await folder?.remove();
  });

  /** What `tripod check` says of a file with these members. */
  async function check(members: string): Promise<string> {
    const file = join(folder.path, "tripod.yaml");
    const mysql = `{ port: ${mariadb.port}, user: reader, password: ${PASSWORD}, database: plugins, ${members} }`;
    await writeFile(file, `players:\n  plugins:\n    arkShop:\n      mysql: ${mysql}\n`);
    const config = playersConfig({ TRIPOD_PLAYERS_CLUSTER_FILE: file });
    const platform = { clock: systemClock(), allowPrivateOutbound: [], proxyRules: undefined } as never;
    const trial = playersTrials(platform, config).find(({ what }) => what === "plugins");
    const said = await trial
      ?.run(new AbortController().signal)
      .catch((error: unknown) => `wrong ${(error as Error).message}`);
    expect(said).not.toContain(PASSWORD);
    return said ?? "";
  }

  test("is read encrypted with `tls: required`, by the authority of `caFile`", async () => {
    await mariadb.run("set global general_log = on", "set global log_output = 'TABLE'", "truncate mysql.general_log");
    expect(await check("host: localhost, tls: required, caFile: ca.pem")).toBe("ArkShop: 1 account can be read.");
    await mariadb.run("set global general_log = off");
    const log = await mariadb.run(
      "select argument from mysql.general_log where user_host like '%reader%' and command_type = 'Connect'",
    );
    expect(log.map(({ argument }) => String(argument))).toEqual([expect.stringContaining("SSL/TLS")]);
  });

  test.each([
    ["host: 127.0.0.1, tls: off", /^wrong ArkShop: The database server refused .* needs `tls: required`/],
    ["host: 127.0.0.1", /^wrong ArkShop: The database server refused .* needs `tls: required`/],
    ["host: localhost, tls: required", /^wrong ArkShop: The certificate .* authority .* `caFile`/],
    ["host: localhost, tls: required, caFile: other.pem", /^wrong ArkShop: The certificate .* authority .* `caFile`/],
    [
      "host: localhost, tls: required, caFile: none.pem",
      /^wrong The caFile of ArkShop's database .*none\.pem cannot be read/,
    ],
    [
      "host: localhost, tls: required, caFile: text.pem",
      /^wrong The caFile of ArkShop's database .* is not a certificate/,
    ],
  ])("with %s is not read, and the check says why", async (members, says) => {
    expect(await check(members)).toMatch(says);
  });
});
