/** Against a real MariaDB on the loopback address, where the machine has one: Debian's `mariadb-server`. */
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/support/certificate.ts";
import { encryption, hasMariadb, listening, startMariadb, type Mariadb } from "../../../test/support/mariadb.ts";
import type { PluginKind, PluginReading } from "./core/plugin-record.ts";
import { PluginError } from "./error.ts";
import type { MysqlDatabase } from "./mysql-table.ts";
import { readPluginDatabase } from "./read-plugin-database.ts";

const PASSWORD = "sesame-of-the-reader";
const EOS_ID = "0002a3f81e9d4c5b8f7061524334a5b6";

/** Unless the server under test is to be slow, no limit of time ends a reading of these tests. */
const PATIENT = { connectTimeoutMs: 120_000, queryTimeoutMs: 120_000 };

/** How MySQL 5.7 greets: protocol 10, its version, and what it can do. */
const GREETING =
  "\x4a\0\0\0\x0a5.7.44\0\x01\0\0\0abcdefgh\0\xff\xf7\x21\x02\0\xff\x81\x15" +
  "\0".repeat(10) +
  "abcdefghijkl\0mysql_native_password\0";

async function kindOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PluginError);
  expect((error as PluginError).message).not.toMatch(/127\.0\.0\.1|reader|sesame/);
  return (error as PluginError).kind;
}

describe.skipIf(!hasMariadb)("a MySQL database", () => {
  let mariadb: Mariadb;
  let source: MysqlDatabase;

  beforeAll(async () => {
    mariadb = await startMariadb();
    source = {
      ...PATIENT,
      kind: "mysql",
      host: "127.0.0.1",
      port: mariadb.port,
      user: "reader",
      password: PASSWORD,
      database: "plugins",
    };
    await mariadb.run(
      "create database plugins character set utf8mb4",
      `create user reader@'127.0.0.1' identified by '${PASSWORD}'`,
      "grant all on plugins.* to reader@'127.0.0.1'",
      `create table plugins.Players (Id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, SteamId BIGINT NOT NULL,
        PermissionGroups VARCHAR(256) NOT NULL DEFAULT 'Default,', TimedPermissionGroups VARCHAR(256) NOT NULL DEFAULT '')`,
      `insert into plugins.Players (SteamId, PermissionGroups, TimedPermissionGroups) values
        (76561198000000001, 'Default,Groß 狼,', '0;1700000000;VIP,'), (76561198000000003, 'Default,', '')`,
      `create table plugins.ArkShopPlayers (Id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, EosId VARCHAR(50) NOT NULL,
        Kits LONGTEXT NULL, Points INT DEFAULT 0, TotalSpent INT DEFAULT 0)`,
      `insert into plugins.ArkShopPlayers (EosId, Kits, Points, TotalSpent) values ('${EOS_ID}', '{}', 150, null)`,
    );
  });

  afterAll(() => mariadb?.stop());

  const read = (plugin: PluginKind, changes: Partial<MysqlDatabase> = {}): Promise<PluginReading> =>
    readPluginDatabase({ plugin, database: { ...source, ...changes } });

  test("of the permissions tells groups, its account numbers exact", async () => {
    expect(await read("permissions")).toEqual({
      records: [
        {
          platformId: "76561198000000001",
          groups: ["Default", "Groß 狼"],
          timedGroups: [{ group: "VIP", until: 1_700_000_000_000_000 }],
        },
        { platformId: "76561198000000003", groups: ["Default"], timedGroups: [] },
      ],
      problems: [],
      problemCount: 0,
    });
  });

  test("of the shop tells points, and no sum that is not there", async () => {
    const { records } = await read("arkshop");
    expect(records).toEqual([{ platformId: EOS_ID, groups: [], timedGroups: [], points: 150 }]);
  });

  test("is read in a transaction that cannot write", async () => {
    await mariadb.run("set global general_log = on", "set global log_output = 'TABLE'", "truncate mysql.general_log");
    await read("permissions");
    await mariadb.run("set global general_log = off");
    const log = await mariadb.run(
      "select argument from mysql.general_log where user_host like 'reader%' and command_type = 'Query'",
    );
    const statements = log.map(({ argument }) => String(argument));
    const begin = statements.findIndex((statement) => statement.endsWith("read only"));
    const first = statements.findIndex((statement) => /^\s*select/i.test(statement));
    expect([begin >= 0, begin < first]).toEqual([true, true]);
    expect(statements.filter((statement) => !/^\s*(?:start transaction|select|set names)/i.test(statement))).toEqual(
      [],
    );
  });

  test("with more rows or bytes than the limits is refused whole", async () => {
    const within = (maxRows: number, maxBytes: number): Promise<PluginReading> =>
      readPluginDatabase({ plugin: "permissions", database: source }, { maxRows, maxBytes });
    expect((await within(2, 200)).records).toHaveLength(2);
    expect(await kindOf(within(1, 200))).toBe("tooLarge");
    expect(await kindOf(within(2, 40))).toBe("tooLarge");
  });

  test("without the table, of another plugin, or closed to us is refused, and told apart", async () => {
    expect(await kindOf(readPluginDatabase({ plugin: "arkshop", database: source, table: "Shop" }))).toBe("notPlugin");
    expect(await kindOf(readPluginDatabase({ plugin: "arkshop", database: source, table: "Players" }))).toBe(
      "notPlugin",
    );
    expect(await kindOf(read("permissions", { password: "sesame-of-nobody" }))).toBe("refused");
    expect(await kindOf(read("permissions", { database: "mysql" }))).toBe("refused");
  });

  test.skipIf(!encryption)("is read encrypted where asked, and only from who has a known certificate", async () => {
    await mariadb.run("alter user reader@'127.0.0.1' require ssl");
    try {
      const certificateAuthority = encryption?.certificate ?? "";
      const { records } = await read("permissions", { host: "localhost", tls: { certificateAuthority } });
      expect(records).toHaveLength(2);
      expect(await kindOf(read("permissions"))).toBe("refused");
      expect(await kindOf(read("permissions", { host: "localhost", tls: {} }))).toBe("untrusted");
      const another = selfSignedCertificate(["localhost"])?.certificate ?? "";
      const foreign = { host: "localhost", tls: { certificateAuthority: another } };
      expect(await kindOf(read("permissions", foreign))).toBe("untrusted");
    } finally {
      await mariadb.run("alter user reader@'127.0.0.1' require none");
    }
  });

  test("that is locked by its plugin is given up, and its connection closed", async () => {
    const plugin = await mariadb.connect();
    try {
      await plugin.query("lock tables plugins.Players write");
      expect(await kindOf(read("permissions", { queryTimeoutMs: 200 }))).toBe("unreachable");
    } finally {
      await plugin.end();
    }
    const readers = "select count(*) as n from information_schema.processlist where user = 'reader'";
    await expect.poll(async () => Number((await mariadb.run(readers))[0]?.["n"])).toBe(0);
  });
});

describe("a server that is not a database", () => {
  const source: MysqlDatabase = {
    kind: "mysql",
    host: "127.0.0.1",
    user: "reader",
    password: PASSWORD,
    database: "plugins",
  };
  const read = (port: number, changes: Partial<MysqlDatabase> = {}): Promise<string> =>
    kindOf(readPluginDatabase({ plugin: "permissions", database: { ...source, ...changes, port } }));

  test.each([
    ["never says a word", "", ""],
    ["speaks another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n", ""],
    ["greets and then falls silent", GREETING, ""],
    ["lets us in and then falls silent", GREETING, "\x07\0\0\x02\0\0\0\x02\0\0\0"],
  ])("and %s is given up, and left for good", async (_, greeting, welcome) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => undefined).write(greeting, "latin1");
      socket.once("data", () => socket.write(welcome, "latin1"));
      // It hangs up only when it notices that the client has gone.
      const ask = (): unknown => socket.write("Hello?", (gone) => (gone ? socket.destroy() : setTimeout(ask, 20)));
      socket.on("end", ask);
    });
    const port = await listening(server);
    try {
      expect(await read(port, { connectTimeoutMs: 300, queryTimeoutMs: 300 })).toBe("unreachable");
      await expect.poll(() => connectionsOf(server)).toBe(0);
    } finally {
      server.close();
    }
  });

  test("or does not offer TLS where it is demanded gets neither the user nor the password", async () => {
    const received: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined).write(GREETING, "latin1");
      socket.on("data", (bytes) => received.push(bytes));
    });
    const port = await listening(server);
    try {
      expect(await read(port, { ...PATIENT, tls: {} })).toBe("noTls");
      await expect.poll(() => connectionsOf(server)).toBe(0);
      expect(Buffer.concat(received).toString("latin1")).toBe("");
      expect(await read(port, { connectTimeoutMs: 300, queryTimeoutMs: 300 })).toBe("unreachable");
      expect(Buffer.concat(received).toString("latin1")).toContain("reader");
    } finally {
      server.close();
    }
  });

  test("or none at all is reported at once", async () => {
    const server = createServer();
    const port = await listening(server);
    server.close();
    await once(server, "close");
    expect(await read(port, PATIENT)).toBe("unreachable");
  });
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
