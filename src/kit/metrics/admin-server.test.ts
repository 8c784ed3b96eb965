import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "../log/log.ts";
import { startAdminServer, type AdminServerOptions } from "./admin-server.ts";
import { createMetrics } from "./metrics.ts";

async function started(options: Partial<AdminServerOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: "debug", format: "json", stream: { write: (line) => lines.push(line) } });
  const ok = () => ({ ok: true });
  const metrics = createMetrics({ process: false });
  const server = await startAdminServer({ port: 0, metrics, health: ok, ready: ok, log, ...options });
  onTestFinished(() => server.close());
  const get = async (path: string, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { server, metrics, lines, get };
}

describe("the admin port", () => {
  test("listens on the machine itself unless told otherwise", async () => {
    const { server } = await started();
    expect(server.host).toBe("127.0.0.1");
  });

  test("answers the metrics", async () => {
    const { metrics, get } = await started();
    metrics.counter({ name: "tripod_a_total", help: "A." }).inc();
    const answer = await get("/metrics?x=1");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.text).toContain("tripod_a_total 1");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("answers 200 for a good report and 503 for a bad one, with its details", async () => {
    const { get } = await started({ ready: async () => ({ ok: false, details: { database: "starting" } }) });
    expect(await get("/health")).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
    expect(await get("/ready")).toMatchObject({
      status: 503,
      text: '{"status":"unavailable","database":"starting"}\n',
    });
  });

  test("a check that fails is a bad report; its reason is logged and not shown", async () => {
    const { get, lines } = await started({ health: () => Promise.reject(new Error("inner detail")) });
    const answer = await get("/health");
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain("inner detail");
    expect(lines.join("")).toContain("inner detail");
  });

  test("knows three paths, GET and HEAD", async () => {
    const { get } = await started();
    expect((await get("/")).status).toBe(404);
    const refused = await get("/health", "POST");
    expect([refused.status, refused.headers.get("x-content-type-options")]).toEqual([405, "nosniff"]);
    expect(await get("/health", "HEAD")).toMatchObject({ status: 200, text: "" });
  });

  test("a taken port is an error, and a closed server frees it", async () => {
    const { server } = await started();
    await expect(started({ port: server.port })).rejects.toThrow(/EADDRINUSE/);
    await server.close();
    expect((await started({ port: server.port })).server.port).toBe(server.port);
  });
});
