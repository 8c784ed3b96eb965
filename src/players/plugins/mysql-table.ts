/** Reads a plugin's table in a MySQL or MariaDB server, in a transaction that may only read. */
import { connect, type Socket } from "node:net";
import type { Connection, createConnection as Create, QueryOptions, RowDataPacket } from "mysql2";
import { codeOf } from "../../kit/errors/code-of.ts";
import { PluginError } from "./error.ts";
import type { PluginRow, TableRead } from "./table.ts";

export interface MysqlDatabase {
  readonly kind: "mysql";
  readonly host: string;
  /** 3306 unless told. */
  readonly port?: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Encrypted, with a certificate for that host's name; by an authority of the system's or by this one (PEM). */
  readonly tls?: { readonly certificateAuthority?: string };
  /** Until the server has let us in. 5 seconds unless told. */
  readonly connectTimeoutMs?: number;
  /** Until one statement is answered whole. 15 seconds unless told. */
  readonly queryTimeoutMs?: number;
}

const DEFAULT_PORT = 3306;
const CONNECT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 15_000;
/** A plugin's table has six. */
const MAX_COLUMNS = 200;

/** @throws {PluginError} And what `choose` throws. */
export async function readMysqlTable(database: MysqlDatabase, table: TableRead): Promise<readonly PluginRow[]> {
  const connectTimeoutMs = database.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const { host, port = DEFAULT_PORT } = database;
  // Loaded before it connects: no one listens for the socket's failure until the library has it, and that ends the process.
  const { createConnection } = await import("mysql2");
  const socket = connect({ host, port, noDelay: true });
  const connection = open(createConnection, database, socket, connectTimeoutMs);
  try {
    await connection.promise().connect();
    const rows = await readRows(connection, table, database.queryTimeoutMs ?? QUERY_TIMEOUT_MS);
    // The rows are there; how the server takes the farewell no longer matters.
    await within(connectTimeoutMs, connection.promise().end()).catch(() => undefined);
    return rows;
  } catch (error) {
    throw error instanceof PluginError ? error : mysqlError(error);
  } finally {
    connection.destroy();
    // The library says farewell, and then waits for the server to do the same.
    socket.destroy();
  }
}

function open(
  createConnection: typeof Create,
  database: MysqlDatabase,
  stream: Socket,
  connectTimeout: number,
): Connection {
  const { host, port = DEFAULT_PORT, user, password, tls } = database;
  const ca = tls?.certificateAuthority;
  const connection = createConnection({
    stream,
    // The name that a certificate must hold, and by which TLS sessions are kept.
    host,
    port,
    user,
    password,
    database: database.database,
    charset: "utf8mb4",
    connectTimeout,
    multipleStatements: false,
    // Account numbers are past 2^53: every value stays the text that the server sent.
    typeCast: (field) => field.string(),
    ...(tls ? { ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(ca === undefined ? {} : { ca }) } } : {}),
  });
  // A caller that waits for an answer gets the failure; between two statements no caller waits, and the next one fails.
  connection.on("error", () => undefined);
  return connection;
}

type Text = string | null;

async function readRows(connection: Connection, table: TableRead, timeout: number): Promise<PluginRow[]> {
  const all = async (options: QueryOptions): Promise<Record<string, Text>[]> => {
    const [rows] = await connection.promise().query<RowDataPacket[]>({ ...options, timeout });
    return Array.isArray(rows) ? rows : [];
  };
  await all({ sql: "start transaction with consistent snapshot, read only" });
  const found = await all({
    sql: `select column_name as name from information_schema.columns
      where table_schema = database() and table_name = ? order by ordinal_position limit ${MAX_COLUMNS}`,
    values: [table.name],
  });
  if (found.length === 0) {
    throw new PluginError("notPlugin", `The database has no table "${table.name}", or it may not be seen.`);
  }
  const columns = table.choose(found.map(({ name }) => name ?? ""));
  const { maxRows, maxBytes } = table.limits;
  const part = `from ${quoted(table.name)} limit ${maxRows + 1}`;
  const sizes = columns.map((column) => `coalesce(octet_length(${quoted(column)}), 0)`).join(" + ");
  const [size] = await all({
    sql: `select count(*) as n, coalesce(sum(bytes), 0) as bytes from (select ${sizes} as bytes ${part}) as part`,
  });
  if (Number(size?.["n"]) > maxRows) throw tooLarge(table.name, `${maxRows} rows`);
  if (Number(size?.["bytes"]) > maxBytes) throw tooLarge(table.name, `${maxBytes} bytes`);
  const rows = await all({ sql: `select ${columns.map(quoted).join(", ")} ${part}` });
  // Old engines have no snapshots, so there may be more by now.
  if (rows.length > maxRows) throw tooLarge(table.name, `${maxRows} rows`);
  return rows;
}

function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

function tooLarge(table: string, limit: string): PluginError {
  return new PluginError("tooLarge", `The table "${table}" has more than ${limit}.`);
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PluginError("unreachable", NO_ANSWER)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER = "The database server did not answer in time.";

/** Messages of the server or the library about a connection that may succeed another time. */
const LATER = new Set([
  "ER_CON_COUNT_ERROR",
  "ER_TOO_MANY_USER_CONNECTIONS",
  "ER_SERVER_SHUTDOWN",
  "ER_LOCK_WAIT_TIMEOUT",
]);
const TIMEOUTS = new Set(["ETIMEDOUT", "PROTOCOL_SEQUENCE_TIMEOUT"]);

const NO_TLS =
  "The database server does not offer TLS, which `tls: required` demands. The password was not sent to it.";

/** In our own words: those of the library name the host. */
function distrustOf(cause: unknown): string {
  const { message, cert } = cause as { readonly message?: unknown; readonly cert?: unknown };
  if (cert !== undefined) return "The certificate of the database server was made for another name than its `host`.";
  if (String(message).includes("expired")) return "The certificate of the database server has expired.";
  return "The certificate of the database server is not by an authority that is known here, or TLS with it failed.";
}

function mysqlError(cause: unknown): PluginError {
  const code = codeOf(cause) ?? "";
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") return new PluginError("noTls", NO_TLS, cause);
  if (code === "HANDSHAKE_SSL_ERROR") return new PluginError("untrusted", distrustOf(cause), cause);
  if (TIMEOUTS.has(code)) return new PluginError("unreachable", NO_ANSWER, cause);
  const refused = /^(?:ER_|HANDSHAKE_|AUTH_)/.test(code) && !LATER.has(code);
  return refused
    ? new PluginError("refused", `The database server refused (${code}).`, cause)
    : new PluginError("unreachable", "The database server could not be reached.", cause);
}
