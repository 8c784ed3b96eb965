/** A database server that cannot be used, in one sentence for the operator: where it is, and never the password. */
import { Client } from "pg";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { connectOnce, type Connection, type DirectClient } from "./connection.ts";
import { queryError } from "./query-error.ts";

/** PostgreSQL's answers to a connection that it refuses, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  "28P01": "refuses the password of this account",
  "28000": "does not let this account in",
  "3D000": "has no database of this name",
  "42501": "does not let this account connect",
  "53300": "has no connection left",
  "57P01": "is shutting down",
  "57P02": "is shutting down",
  "57P03": "is starting up or shutting down",
};

/** The system's messages, by their code. */
const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "this host name is not known",
  EAI_AGAIN: "the name server does not answer",
  ENOENT: "the socket does not exist",
  EACCES: "this account may not use the socket",
  ETIMEDOUT: "it does not answer in time",
  EHOSTUNREACH: "no route to this host",
  ENETUNREACH: "no route to this network",
  ECONNRESET: "it ended the connection",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not trusted",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** The messages of `pg` itself, which have no code. */
const DRIVER: readonly (readonly [RegExp, string])[] = [
  [/password must be a(?: non-empty)? string/, "it wants a password, and the address has none"],
  [/does not support SSL/, "it offers no TLS, and the address asks for it (sslmode)"],
];

/**
 * The message to the operator about a connection that failed.
 *
 * @param setting names the connection in the settings
 */
export function serverAway(connection: Connection, error: unknown, setting = "TRIPOD_DATABASE_URL"): UserError {
  const code = firstCodeOf(error);
  if (code === "ERR_INVALID_URL") {
    return new UserError(
      `${setting} must be an address such as postgres://user:password@host:port/database. Percent-encode characters such as ` +
        "/ # ? of the password.",
    );
  }
  const file = fileOf(error);
  if (file !== undefined) {
    return new UserError(
      `The file ${file}, which ${setting} names, cannot be read (${code}). Give its whole path, and let this account read it.`,
      { cause: error },
    );
  }
  const place = placeOf(connection);
  const refusal = REFUSALS[code];
  const next = `Start it or mend that, or set ${setting} to a PostgreSQL that answers`;
  if (refusal !== undefined) {
    return new UserError(`The database at ${place} ${refusal} (${code}). ${next}.`, { cause: error });
  }
  const ofDriver = DRIVER.find(([says]) => says.test(messageOf(error)))?.[1];
  const why =
    FAILURES[code] ?? ofDriver ?? (isTimeout(error) ? FAILURES["ETIMEDOUT"] : undefined) ?? "it could not be reached";
  const shown = code === "" ? "" : ` (${code})`;
  return new UserError(`The database at ${place} does not answer: ${why}${shown}. ${next}.`, { cause: error });
}

/**
 * Connects once. The caller ends it.
 *
 * @param setting names the connection in the settings
 * @throws UserError without a connection
 */
export async function connectNamed(connection: Connection, setting: string): Promise<DirectClient> {
  return connectOnce(connection, "tripod").catch((error: unknown) => {
    throw serverAway(connection, queryError("connect", error), setting);
  });
}

/**
 * Connects once, and ends it.
 *
 * @param setting names the connection in the settings
 * @throws UserError without a connection
 */
export async function tryServer(connection: Connection, setting: string): Promise<void> {
  await (await connectNamed(connection, setting)).end();
}

/** Host and port as `host:port`, or the folder of the socket, as `pg` reads them. Nothing else of the address is shown. */
function placeOf(connection: Connection): string {
  try {
    const { host, port } = new Client(connection);
    return host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
  } catch {
    return "an unknown place";
  }
}

/** Of several addresses of a host that were tried, the first one's. */
function firstCodeOf(error: unknown): string {
  return error instanceof AggregateError ? firstCodeOf(error.errors[0]) : (codeOf(error) ?? "");
}

/** The certificate or key of the address that could not be opened. A socket has a path too, but is not opened. */
function fileOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { syscall, path } = cause as NodeJS.ErrnoException;
    if (syscall === "open" && typeof path === "string") return path;
  }
  return undefined;
}

function messageOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message.slice(0, 200) : "";
}

/** `pg` and our own timer give no code. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /time-?(?:out|d out)|timeout/i.test(error.message.slice(0, 200));
}
