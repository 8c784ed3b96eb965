/** The example for clients, as clients run it: with openssl and curl. */
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { accessProcess, addKey } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { Method } from "../../kit/endpoint/endpoint.ts";
import { AppError } from "../../kit/errors/catalogue.ts";

const SCRIPT = fileURLToPath(new URL("../../../examples/trading/signed-request.sh", import.meta.url));
const hasTools = ["openssl", "curl"].every((tool) => spawnSync(tool, ["version"]).error === undefined);
const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);
const key = await addKey(db, world, { isStrict: true });

/** Answers whose request it was, and with which parameters. */
async function serve(): Promise<string> {
  const answer = async (request: IncomingMessage): Promise<object> => {
    const rawBody = await buffer(request);
    const { url = "", headers, method = "" } = request;
    const from = { method: method as Method, url, headers, address: "127.0.0.1", rawBody };
    const caller = await world.authenticator.authenticate(from);
    return { uid: caller?.uid, method, url, form: [...new URLSearchParams(rawBody.toString())] };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => {
        const { status, message } = error instanceof AppError ? error : { status: 500, message: String(error) };
        response.writeHead(status).end(JSON.stringify({ message }));
      },
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(baseUrl: string, ...parameters: string[]): Promise<unknown> {
  const env = { ...process.env, BASE_URL: baseUrl, KEY: key.apiKey.key, SECRET: key.secret };
  const { stdout } = await promisify(execFile)("sh", [SCRIPT, ...parameters], { env });
  return JSON.parse(stdout);
}

describe.skipIf(!hasTools)("the example", () => {
  test("signs what it reads, and path, body and expiry with it", async () => {
    const baseUrl = await serve();
    expect(await run(baseUrl, "user/audit?limit=5")).toEqual({
      uid: key.caller.uid,
      method: "GET",
      url: "/api/v2/user/audit?limit=5",
      form: [],
    });
  });

  test("sends parameters of any text as a form", async () => {
    const baseUrl = await serve();
    const parameters = ["subject=A question & more", "message=Grüße, 100%=\nsure", "tags[]=a"];
    expect(await run(`${baseUrl}/`, "/support/create-ticket", ...parameters)).toMatchObject({
      uid: key.caller.uid,
      method: "POST",
      form: [
        ["subject", "A question & more"],
        ["message", "Grüße, 100%=\nsure"],
        ["tags[]", "a"],
      ],
    });
  });
});
