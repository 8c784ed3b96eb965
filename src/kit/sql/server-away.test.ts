import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { UserError } from "../errors/user-error.ts";
import { tryServer } from "./server-away.ts";

async function refusalOf(connectionString: string): Promise<string> {
  const error = await tryServer({ connectionString }, "TRIPOD_DATABASE_URL").catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

test("a file of the address that is not there is named, and not taken for a socket", async () => {
  expect(await refusalOf("postgres://joe:hunter2@127.0.0.1:1/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem")).toBe(
    "The file /nowhere/ca.pem, which TRIPOD_DATABASE_URL names, cannot be read (ENOENT). Give its whole path, and let this " +
      "account read it.",
  );
});

test("a socket that is not there is one", async () => {
  expect(await refusalOf("postgres://joe:hunter2@localhost/db?host=/nowhere")).toContain(
    "the socket does not exist (ENOENT)",
  );
});

test("a server without TLS is said to have none", async () => {
  // The answer to the question for TLS.
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.write("N")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await refusalOf(`postgres://joe:hunter2@127.0.0.1:${port}/db?sslmode=verify-full`)).toBe(
    `The database at 127.0.0.1:${port} does not answer: it offers no TLS, and the address asks for it (sslmode). ` +
      "Start it or mend that, or set TRIPOD_DATABASE_URL to a PostgreSQL that answers.",
  );
});

test("an address without a password says so, where the server wants one", async () => {
  const server = inject("testServer");
  const given = "connectionString" in server ? new URL(server.connectionString) : undefined;
  const [host, port] = "connectionString" in server ? [given?.hostname, given?.port] : [server.host, server.port];
  const url = new URL("postgres://tripod@localhost/postgres");
  url.searchParams.set("host", String(host));
  url.searchParams.set("port", String(port));
  expect(await refusalOf(url.href)).toContain("it wants a password, and the address has none");
});
