/**
 * Leads requests and websockets of the library through the operator's proxy, each by its own address: an exchange has
 * several, and some of them may be excepted.
 */
import { proxyAgent } from "../../../kit/outbound/proxy-agent.ts";
import { tunnelAgent } from "../../../kit/outbound/tunnel-agent.ts";
import type { ProxyRules } from "../../../kit/outbound/proxy-rules.ts";
import type { CcxtClient } from "./library-client.ts";
import type { CcxtExchange } from "./library.ts";

/** Must be called before anything is asked of the instance. */
export function setProxies(exchange: CcxtExchange, rules: ProxyRules): void {
  exchange.httpsProxyCallback = (url) => rules.proxyFor(new URL(url))?.href;
  const agents = new Map<string, ReturnType<typeof proxyAgent>>();
  exchange.getFetchProxyDispatcher = (uri) => {
    const known = agents.get(uri) ?? proxyAgent({ ...exchange.getDispatcherOptions?.(false), uri });
    agents.set(uri, known);
    return known;
  };
  // Exchanges without websockets have no connections.
  if (typeof exchange.client !== "function") return;
  const known = new WeakSet<CcxtClient>();
  const { client } = exchange;
  exchange.client = (url) => {
    const made = client.call(exchange, url);
    const proxy = known.has(made) ? undefined : rules.proxyFor(new URL(url));
    known.add(made);
    // The library's own setting is one proxy for all addresses. It connects later than this.
    if (proxy) made.options = { ...made.options, agent: tunnelAgent(proxy) };
    return made;
  };
}
