/** Every exchange that is offered can be opened and described without network, and says nothing until it is used. */
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../../kit/log/log.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { EXCHANGE_CODES, findExchange } from "../core/exchange-codes.ts";
import { ccxtExchange } from "./exchange.ts";

/** Keys of these can be stored, but the library does not speak to them any more. */
const NOT_CONNECTED = ["bitmart", "bitmex"];

let server: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => {
  server.close();
});

const open = (code: string) =>
  ccxtExchange(code, {
    clock: systemClock(),
    log: silentLog(),
    random: systemRandom(),
    address: `http://127.0.0.1:${String(port)}`,
  });

describe("an exchange that is offered", () => {
  test.each(EXCHANGE_CODES.filter((code) => !NOT_CONNECTED.includes(code)))(
    "%s can be opened and described without network",
    async (code) => {
      const exchange = await open(code);
      const account = exchange.account({ token: "token", secret: "secret", password: "password" });
      const { has } = exchange;
      expect(exchange).toMatchObject({ code, kind: "live", name: findExchange(code)?.name });
      expect(exchange.health()).toMatchObject({ state: "down", reason: "Not connected yet" });
      expect(has.orderTypes).toContain("limit");
      expect(has.accountTypes.length).toBeGreaterThan(0);
      expect(has.maxDepth).toBeGreaterThan(0);
      for (const interval of has.candleIntervals) expect(interval).toMatch(/^\d+[mhdwMyY]$/);
      await account.close();
      await exchange.close();
      expect(connections).toBe(0);
    },
  );

  test.each([...NOT_CONNECTED, "simalpha", "__proto__"])("%s is refused with a sentence", async (code) => {
    await expect(open(code)).rejects.toBeInstanceOf(UserError);
    await expect(open(code)).rejects.toThrow(`The exchange ${code} cannot be connected`);
  });
});
