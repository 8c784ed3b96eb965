/** Proxies in front: paths of streams exist, and nginx passes on what Tripod needs, as it is configured here. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { mkdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { readText } from "../architecture/source-files.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitUntil } from "../support/wait-until.ts";

const nginxConfig = readText("deploy/proxy/nginx.conf");
const certificate = selfSignedCertificate(["tripod.example.com"]);
const hasNginx = certificate !== undefined && spawnSync("nginx", ["-v"]).status === 0;
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;

test("streams that get special treatment are paths of the program", () => {
  const paths = ["/Online/Events", "/api/v2/ws", "/socket.io/"];
  expect(readText("docs/generated/endpoints.txt")).toContain(" GET    /Online/Events ");
  expect(readText("docs/trading/push.md")).toContain("`/api/v2/ws`");
  expect(nginxConfig).toContain("location ~ ^/(Online/Events|api/v2/ws)$ {");
  expect(nginxConfig).toContain(`location ${paths[2]} {`);
  expect(readText("deploy/proxy/Caddyfile")).toContain(`handle ${paths[2]}* {`);
});

/** A server in the place of Tripod, that shows what arrives. */
async function upstream(): Promise<{ port: number; seen: IncomingMessage[]; finish: () => void }> {
  const seen: IncomingMessage[] = [];
  let finish = (): void => undefined;
  const server = createServer((request, response) => {
    seen.push(request);
    if (request.url !== "/Online/Events") return response.end("answered");
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: first\n\n");
    finish = () => response.end();
    return undefined;
  });
  new WebSocketServer({ server }).on("connection", (socket, request) => {
    seen.push(request);
    socket.on("message", (text: Buffer) => socket.send(`heard ${text.toString()}`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen, finish: () => finish() };
}

/** nginx with our file, in front of that port. */
async function startNginx(upstreamPort: number): Promise<{ port: number; plainPort: number }> {
  const folder = await temporaryFolder("tripod-nginx-");
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = nginxConfig
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${upstreamPort}`)
    .replaceAll("/etc/ssl/tripod", folder.path)
    .replaceAll(/listen \[::\].*\n/g, "")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path temp/${name};`,
  );
  await mkdir(join(folder.path, "temp"));
  await writeFile(join(folder.path, "fullchain.pem"), certificate?.certificate ?? "");
  await writeFile(join(folder.path, "privkey.pem"), certificate?.key ?? "");
  await writeFile(
    join(folder.path, "nginx.conf"),
    `daemon off; master_process off; pid nginx.pid; error_log stderr warn;\nevents {}\n` +
      `http {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`,
  );
  const server = spawn("nginx", ["-p", folder.path, "-c", "nginx.conf", "-e", "stderr"], { stdio: "inherit" });
  const ended = once(server, "exit");
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
    await folder.remove();
  });
  await waitUntil(() => ask(port, "/"));
  return { port, plainPort };
}

function ask(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const place = { host: "127.0.0.1", port, path, rejectUnauthorized: false, servername: "tripod.example.com" };
    httpsRequest({ ...place, headers: { Host: "tripod.example.com", ...headers } }, resolve)
      .on("error", reject)
      .end();
  });
}

describe.skipIf(!hasNginx)("nginx", () => {
  test("passes on paths as they were sent, and the address of the caller instead of what it claims", async () => {
    const { port: behind, seen } = await upstream();
    const { port } = await startNginx(behind);
    const path = "/v0.1/servers/io.example%2Fweather/versions?cursor=a%20b";
    await ask(port, path, { "X-Forwarded-For": "203.0.113.9" });
    expect(seen.at(-1)?.url).toBe(path);
    expect(seen.at(-1)?.headers).toMatchObject({
      host: "tripod.example.com",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
    });
    // So that nginx keeps its connection.
    expect(seen.at(-1)?.headers.connection ?? "keep-alive").toBe("keep-alive");
  });

  test("passes on events as they happen, while the stream is open", async () => {
    const { port: behind, finish } = await upstream();
    const { port } = await startNginx(behind);
    const answer = await ask(port, "/Online/Events");
    const [chunk] = (await once(answer, "data")) as [Buffer];
    expect(chunk.toString()).toBe("data: first\n\n");
    finish();
    answer.destroy();
  });

  test.each(["/api/v2/ws", "/socket.io/?EIO=4&transport=websocket"])("passes on WebSockets of %s", async (path) => {
    const { port: behind, seen } = await upstream();
    const { port } = await startNginx(behind);
    const headers = { Host: "tripod.example.com" };
    const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, { rejectUnauthorized: false, headers });
    onTestFinished(() => socket.terminate());
    await once(socket, "open");
    socket.send("hello");
    const [text] = (await once(socket, "message")) as [Buffer];
    expect([text.toString(), seen.at(-1)?.url]).toEqual(["heard hello", path]);
  });

  test("sends callers without TLS to the same address with it", async () => {
    const { port: behind } = await upstream();
    const { plainPort } = await startNginx(behind);
    const answer = await fetch(`http://127.0.0.1:${plainPort}/docs?a=b%2Fc`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "https://127.0.0.1/docs?a=b%2Fc"]);
  });
});

test.skipIf(!hasCaddy)("Caddy accepts its file", () => {
  const { status, stderr } = spawnSync(
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", "deploy/proxy/Caddyfile"],
    { encoding: "utf8", env: { ...process.env, UPSTREAMS: "http-1:8080 http-2:8080", HOME: "/tmp" } },
  );
  expect([status, stderr.split("\n").filter((line) => /"level":"error"|^Error/.test(line))]).toEqual([0, []]);
});
