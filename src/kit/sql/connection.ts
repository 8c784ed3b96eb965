/** Where a PostgreSQL is, and how each of our connections to it begins. */
import { Client } from "pg";
import { valueTypes } from "./values.ts";

/** Either a URL (`postgres://user:password@host:port/database?sslmode=verify-full`) or its parts. */
export type Connection =
  | { readonly connectionString: string }
  | {
      /** A name, an address, or the folder of a Unix socket (then it begins with `/`). */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** A connection outside any pool, for the kit's own work of long sessions. */
export type DirectClient = Client;

/** How long to wait for a server to answer, and for a free connection of a pool. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** The settings of `pg` that are the same for a pool and for a single connection. */
export function clientConfig(connection: Connection, applicationName: string) {
  return {
    ...connection,
    application_name: applicationName.slice(0, 63),
    types: valueTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ssl: "connectionString" in connection ? undefined : false,
  };
}

/**
 * The settings that our parsers rely on. Sent as a statement and not as start-up parameters, because pgbouncer refuses
 * most of those; it does carry these three over to whichever server connection it picks.
 */
export const SESSION_FORMAT = "set client_encoding to 'UTF8'; set timezone to 'UTC'; set datestyle to 'ISO, MDY'";

/**
 * Opens one connection outside any pool, for work that lives and dies with its session (migrations, membership locks).
 * The caller ends it. A connection that breaks later fails its next query; it never crashes the process.
 */
export async function connectOnce(
  connection: Connection,
  applicationName: string,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<Client> {
  const client = new Client({ ...clientConfig(connection, applicationName), connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(SESSION_FORMAT);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}
