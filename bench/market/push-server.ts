/** The push of the product behind the barest HTTP server, and beside it a WebSocket that just sends, to compare with. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { silentLog } from "../../src/kit/log/log.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { Caller } from "../../src/trading/caller.ts";
import type { MarketView } from "../../src/trading/market/index.ts";
import { openPush } from "../../src/trading/push/index.ts";

export interface PushServer {
  readonly port: number;
  /** Clients of `/bare`, which get whatever the benchmark sends. */
  readonly bare: readonly WebSocket[];
  stop(): Promise<void>;
}

/** All callers have a key here, and get everything at once: the most expensive case. */
const CALLER = { uid: 1, ownerUid: 1 } as Caller;

export async function servePush(market: MarketView): Promise<PushServer> {
  const push = openPush(
    {
      tradeFlow: { on: () => () => undefined },
      market,
      clock: systemClock(),
      log: silentLog(),
      lapsedCallers: async () => new Set(),
      renewedCallers: async () => new Map(),
      byTicket: async () => undefined,
      byKey: () => CALLER,
    },
    { pushConnections: 1_000, pushConnectionsPerAddress: 1_000, pushPublicPaceMs: 1_000 },
  );
  const [plain] = push.sockets;
  const bare: WebSocket[] = [];
  const bareServer = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.url === "/bare") bareServer.handleUpgrade(request, socket, head, (open) => void bare.push(open));
    else plain?.upgrade({ request, socket, head, address: "127.0.0.1", admitted: CALLER });
  });
  push.start();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    bare,
    async stop() {
      push.end();
      for (const socket of bare) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
