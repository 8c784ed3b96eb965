/**
 * Requests through a proxy that may be broken. A tunnel that the proxy ends without an answer looks to undici like a kept connection
 * that was closed: it opens another one at once, hundreds in a second and without end, and the request never fails.
 */
import { Pool, ProxyAgent, type Dispatcher } from "undici";
import { codeOf } from "../errors/code-of.ts";

/** A proxy that has not opened a tunnel by then does not open it. */
const TUNNEL_MS = 30_000;
/** undici's code of a connection that was closed. It tries again what fails with it. */
const CLOSED = "UND_ERR_SOCKET";

/** undici's agent, of which a request fails when its tunnel does. */
export function proxyAgent(options: ProxyAgent.Options): ProxyAgent {
  return new ProxyAgent({ ...options, clientFactory: tunnelsOf });
}

/** Asks a proxy for tunnels. */
function tunnelsOf(proxy: URL, options: object): Pool {
  const pool = new Pool(proxy, { ...options, headersTimeout: TUNNEL_MS });
  const open: OpenTunnel = pool.connect.bind(pool);
  const connect: OpenTunnel = async (tunnel) => {
    try {
      return await open(tunnel);
    } catch (error) {
      if (codeOf(error) !== CLOSED) throw error;
      throw new TunnelError("the proxy ended the connection without an answer", { cause: error });
    }
  };
  return Object.assign(pool, { connect });
}

type OpenTunnel = (tunnel: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

class TunnelError extends Error {
  override readonly name = "TunnelError";
  readonly code = "ECONNRESET";
}
