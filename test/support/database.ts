/** A database for each test file: a copy of a template that the migrations have been applied to once. */
import { createHash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { afterAll, inject } from "vitest";
import { connectOnce, type Connection } from "../../src/kit/sql/connection.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { migrate } from "../../src/kit/sql/migrate.ts";
import { readMigrations, type MigrationRoom } from "../../src/kit/sql/migration-files.ts";
import { openDatabase, type DatabaseOptions } from "../../src/kit/sql/pool.ts";
import { keptLog } from "./kept-log.ts";
import { PATIENCE_MS } from "./wait-until.ts";

const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "migrations");

/** Keeps test files that need the same template from making it twice. */
const TEMPLATE_LOCK = 7_013_418_820_252;

export interface TestDatabase {
  readonly connection: Connection;
  /** A pool of 10 connections, closed at the end of the file. */
  readonly db: Database;
  /** Another pool on the same database, closed at the end of the file too. */
  open(options?: Omit<DatabaseOptions, "connection">): Database;
}

/** The migrations of the product's rooms, such as `["kit", "registry"]`, in the order in which they are applied. */
export function migrationRooms(rooms: readonly string[]): MigrationRoom[] {
  return rooms.map((room) => ({ room, folder: join(MIGRATIONS, room) }));
}

/**
 * Makes a database with the migrations of `rooms` (none: an empty one). Call it at the top level of a test file:
 * `const { db } = await testDatabase({ rooms: ["kit"] })`. It is dropped after the file's last test.
 */
export async function testDatabase({ rooms }: { readonly rooms: readonly string[] }): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `tripod_test_${randomBytes(6).toString("hex")}`;
  await withClient(server, async (client) => {
    const template = await ensureTemplate(client, server, migrationRooms(rooms));
    // A seventh of the time of the usual way, which writes every page to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const connection = onDatabase(server, name);
  const opened: Database[] = [];
  const open = (options: Omit<DatabaseOptions, "connection"> = {}): Database => {
    // A connection or a statement that waits for other processes of a busy machine is no hang.
    const limits = { connectTimeoutMs: PATIENCE_MS, statementTimeoutMs: PATIENCE_MS };
    const db = openDatabase({ applicationName: "test", ...limits, ...options, connection });
    opened.push(db);
    return db;
  };
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  });
  return { connection, db: open(), open };
}

/** The server's connection with another database. */
function onDatabase(server: Connection, database: string): Connection {
  if (!("connectionString" in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function withClient(server: Connection, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await connectOnce(server, "test support", PATIENCE_MS);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The template's name says what is in it, so a change of a migration makes a new one. */
async function ensureTemplate(client: Client, server: Connection, rooms: readonly MigrationRoom[]): Promise<string> {
  if (rooms.length === 0) return "template1";
  const migrations = (await Promise.all(rooms.map(readMigrations))).flat();
  const content = migrations.map((migration) => `${migration.room} ${migration.name} ${migration.sha256}`);
  const name = `tripod_template_${createHash("sha256").update(content.join("\n")).digest("hex").slice(0, 20)}`;
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
  try {
    const found = await client.query("select from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) {
      // Renamed when it is complete, so that a run that was killed leaves no half of one behind.
      const draft = `${name}_new`;
      await client.query(`drop database if exists ${draft} with (force)`);
      await client.query(`create database ${draft}`);
      await migrate(onDatabase(server, draft), rooms, { log: keptLog() });
      await client.query(`alter database ${draft} rename to ${name}`);
    }
  } finally {
    await client.query(`select pg_advisory_unlock(${TEMPLATE_LOCK})`);
  }
  return name;
}
