/** A server of the kit with one endpoint that answers from memory, with or without traces. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { docsOf } from "../../src/front/docs.ts";
import { frontEndpoints } from "../../src/front/endpoints/index.ts";
import { frontForm, type FrontDeps } from "../../src/front/front.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import { fixedBody } from "../../src/kit/endpoint/output.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { requestIds } from "../../src/kit/log/request-id.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { openTraces } from "../../src/kit/traces/open-traces.ts";

export const PATH = "/health";

export interface ServePlan {
  /** The share of requests that is recorded; undefined for traces that are off. */
  readonly share: number | undefined;
}

/** Runs in a process of its own: takes its plan from its parent, and tells the port. */
export function serveTraced(): void {
  process.once("message", ({ share }: ServePlan) => void serve(share));
}

async function serve(share: number | undefined): Promise<void> {
  const platform = { clock: systemClock(), random: systemRandom(), log: silentLog(), proxyRules: undefined };
  const recorded =
    share === undefined
      ? undefined
      : openTraces({ tracesUrl: await startCollector(), tracesShare: share }, platform, { "service.name": "bench" });
  const about = { version: "", command: "tripod", demo: false, services: [] };
  const deps: FrontDeps = {
    page: fixedBody("-"),
    about,
    console: undefined,
    docs: docsOf([]),
    notReady: () => Promise.resolve([]),
  };
  const http = await buildHttp({
    services: [{ form: frontForm({ requestsPerMinute: 0 }), endpoints: frontEndpoints, deps }],
    log: silentLog(),
    requestId: requestIds(systemIds()),
    traces: recorded && { traces: recorded.traces, followsCallers: false },
  });
  const { port } = await http.listen({ host: "127.0.0.1", port: 0 });
  process.send?.(port);
}

/** In the same process, so that what it costs to send is counted too. */
async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
}
