/** The front of a process beside services that are described and that no test calls. */
import { onTestFinished } from "vitest";
import { consoleFiles } from "../../src/front/console-files.ts";
import { docsOf } from "../../src/front/docs.ts";
import { frontEndpoints } from "../../src/front/endpoints/index.ts";
import { frontForm, type FrontDeps } from "../../src/front/front.ts";
import { frontPage } from "../../src/front/front-page.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { fixedBody } from "../../src/kit/endpoint/output.ts";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { playersForm } from "../../src/players/form.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { registryForm } from "../../src/registry/form.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { tradingForm } from "../../src/trading/form.ts";
import { manualClock } from "./manual-clock.ts";

export interface FrontWorldOptions {
  readonly requestsPerMinute?: number;
  readonly notReady?: FrontDeps["notReady"];
  readonly hasConsole?: boolean;
}

export async function frontWorld({ requestsPerMinute = 0, notReady, hasConsole = true }: FrontWorldOptions = {}) {
  const clock = manualClock();
  const never = (): never => {
    throw new Error("no test of the front calls a service");
  };
  const sessions = { heldBy: never, shownBy: never, visitorOf: never };
  const described = [
    {
      form: registryForm(
        { tokens: { verify: never }, sessions, begunLogins: sessions, clock },
        { privateReads: false, requestsPerMinute: 0, tokenRequestsPerMinute: 0 },
      ),
      endpoints: registryEndpoints,
    },
    {
      form: playersForm({ keys: { ownerOf: never }, tickets: { ownerOf: never }, sessions }, clock, {
        addressRequestsPerMinute: 0,
      }),
      endpoints: playersEndpoints,
    },
    {
      form: tradingForm({
        clock,
        systemVersion: "",
        addressRequestsPerMinute: 0,
        publicRequestsPerMinute: 0,
        refusalsUntilBan: 0,
        banSeconds: 0,
        byKey: never,
        bySession: never,
        idempotency: { around: never },
      }),
      endpoints: tradingEndpoints,
    },
  ];
  const running = described.map(({ form: { name, title, description, prefixes } }) => ({
    name,
    title,
    description,
    prefix: prefixes[0] ?? "",
    firstLook: "/first",
  }));
  const about = { version: "1.2.3", demo: true, command: "npx tripod", services: running };
  const deps: FrontDeps = {
    page: fixedBody(frontPage({ ...about, hasConsole })),
    about,
    console: hasConsole ? consoleFiles() : undefined,
    docs: docsOf(described),
    notReady: notReady ?? (() => Promise.resolve([])),
  };
  const limiter = memoryLimiter({ clock });
  const http = await buildHttp({
    services: [
      { form: frontForm({ requestsPerMinute }), endpoints: frontEndpoints, deps },
      ...described.map((service) => ({ ...service, deps: undefined })),
    ],
    log: silentLog(),
    limiter,
    requestId: () => "id",
    checkOutputs: true,
  });
  const { url, port } = await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(`${url}${path}`, { method, headers, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { url, port, ask, clock, names: running.map(({ name }) => name) };
}
