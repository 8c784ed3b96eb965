/** A proxy on loopback, as operators have one: for names that only it knows, it leads to this machine. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export interface TunnelProxy {
  readonly port: number;
  /** Its requests: `GET http://...` or `CONNECT host:port`. */
  readonly asked: { readonly what: string; readonly headers: IncomingHttpHeaders }[];
  /** Whether it answers 407 to requests and 403 to tunnels. */
  refuses: boolean;
  /** What it does with tunnels instead of opening them: it ends the connection, or says nothing. */
  fails: "drops" | "hangs" | undefined;
  close(): void;
}

export interface TunnelProxyOptions {
  /** Answers requests that are not encrypted and ask for no tunnel. Default: nothing does. */
  readonly plain?: RequestListener;
  /** Where tunnels lead. Default: the port that is asked for. */
  readonly port?: number;
}

/** Starts one; close it. */
export async function tunnelProxy(options: TunnelProxyOptions = {}): Promise<TunnelProxy> {
  const asked: TunnelProxy["asked"] = [];
  const server = createServer((request, response) => {
    asked.push({ what: `${request.method ?? ""} ${request.url ?? ""}`, headers: request.headers });
    if (proxy.refuses || !options.plain) response.writeHead(407).end();
    else options.plain(request, response);
  });
  const tunnels = new Set<Duplex>();
  server.on("connect", (request, socket) => {
    tunnels.add(socket.on("error", () => {}));
    asked.push({ what: `CONNECT ${request.url ?? ""}`, headers: request.headers });
    if (proxy.fails === "drops") return void socket.destroy();
    if (proxy.fails === "hangs") return;
    if (proxy.refuses) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const out = connect(options.port ?? Number(request.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      out.pipe(socket).pipe(out);
    });
    out.on("error", () => socket.destroy());
    socket.on("error", () => out.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: TunnelProxy = {
    port: (server.address() as AddressInfo).port,
    asked,
    refuses: false,
    fails: undefined,
    close() {
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
