/** Shows outbound requests in traces: receiver, method, and status. Never paths or queries, which may hold secrets. */
import type { Traces } from "../traces/traces.ts";
import type { Outbound, OutboundRequest } from "./outbound.ts";

export function tracedRequests(request: Outbound["request"], traces: Traces): Outbound["request"] {
  return (wanted) => {
    const { method = "GET" } = wanted;
    const attributes = { "http.request.method": method, "server.address": hostOf(wanted) };
    return traces.run({ name: method, kind: "client", attributes }, async (span) => {
      const answer = await request(wanted);
      span.set("http.response.status_code", answer.status);
      return answer;
    });
  };
}

/** Empty for what is not a URL, which the guard refuses. */
function hostOf({ url }: OutboundRequest): string {
  return URL.canParse(String(url)) ? new URL(url).host : "";
}
