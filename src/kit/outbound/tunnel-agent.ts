/** Tunnels through a proxy for clients with sockets of their own, such as websockets. */
import type { Agent } from "node:http";
import { HttpsProxyAgent } from "https-proxy-agent";

/** An agent whose every connection, encrypted or not, is a tunnel (`CONNECT`) through the proxy. */
export function tunnelAgent(proxy: URL): Agent {
  return new HttpsProxyAgent(proxy);
}
