/** Commands for a loopback exchange that runs in a process of its own, as JSON over HTTP under `/loopback/`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults, PlannedFault, SocketKind } from "./faults.ts";
import type { BinanceLoopback, NewLoopbackAccount } from "./loopback.ts";
import { setBook, takeFromBook, type WantedBook, type WantedTrade } from "./set-book.ts";

interface FaultCommand {
  readonly plan?: PlannedFault;
  readonly set?: Partial<
    Pick<
      Faults,
      "isMute" | "refusesConnections" | "messageDelayMs" | "duplicates" | "lostUserEvents" | "isMaintained" | "skewMs"
    >
  >;
  readonly drop?: SocketKind;
  readonly swallow?: { readonly count: number; readonly symbol?: string };
  readonly banMs?: number;
  readonly heal?: boolean;
}

interface WorldCommand {
  readonly simulatedMs?: number;
  readonly movesTime?: boolean;
  /** Trades this often on its own; 0 for no more. */
  readonly everyMs?: number;
}

/**
 * - `POST /loopback/accounts` takes a `NewLoopbackAccount`
 * - `POST /loopback/faults` takes a `FaultCommand`
 * - `POST /loopback/world` takes a `WorldCommand`, and answers when it is done
 * - `POST /loopback/levels` takes a `WantedBook`, and `POST /loopback/trades` a `WantedTrade`
 * - `GET /loopback/book?symbol=BTCUSDT`, `GET /loopback/orders?apiKey=k`, `GET /loopback/requests`
 */
export async function answerControl(
  loopback: BinanceLoopback,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : {};
  const answer = await obey(loopback, `${request.method ?? "GET"} ${pathname}`, body, searchParams);
  const text = JSON.stringify(answer, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" }).end(text ?? "{}");
}

async function obey(loopback: BinanceLoopback, what: string, body: unknown, query: URLSearchParams): Promise<unknown> {
  switch (what) {
    case "POST /loopback/accounts": {
      const { account } = loopback.addAccount(body as NewLoopbackAccount);
      return { account };
    }
    case "POST /loopback/faults":
      return setFaults(loopback.faults, body as FaultCommand);
    case "POST /loopback/world": {
      const { simulatedMs = 0, movesTime = false, everyMs } = body as WorldCommand;
      await loopback.world.run(simulatedMs, { movesTime });
      if (everyMs === 0) loopback.world.stop();
      else if (everyMs !== undefined) loopback.world.start(everyMs);
      return {};
    }
    case "POST /loopback/levels":
      setBook(loopback, body as WantedBook);
      return {};
    case "POST /loopback/trades":
      takeFromBook(loopback, body as WantedTrade);
      return {};
    case "GET /loopback/book":
      return loopback.book(query.get("symbol") ?? "");
    case "GET /loopback/orders": {
      const account = `customer:${query.get("apiKey") ?? ""}`;
      const closed = loopback.markets.flatMap(({ id }) => loopback.engine.closedOrders(account, id, 1000));
      return { open: loopback.engine.openOrders(account), closed };
    }
    case "GET /loopback/requests":
      return loopback.requests;
    default:
      return undefined;
  }
}

function setFaults(faults: Faults, { plan, set, drop, swallow, banMs, heal }: FaultCommand): object {
  if (heal === true) faults.heal();
  if (set) Object.assign(faults, set);
  if (plan) faults.plan(plan);
  if (swallow) faults.swallowDepth(swallow.count, swallow.symbol);
  if (banMs !== undefined) faults.ban(banMs);
  return { dropped: drop === undefined ? 0 : faults.dropSockets(drop) };
}
