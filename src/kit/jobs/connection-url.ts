import type { Connection } from "../sql/connection.ts";

/** A connection as one URL, which is the only form that graphile-worker takes. */
export function connectionUrl(connection: Connection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const isSocket = host.startsWith("/");
  const where = isSocket ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const query = isSocket ? `?host=${encodeURIComponent(host)}` : "";
  return `postgres://${login}@${where}:${port}/${encodeURIComponent(database)}${query}`;
}
