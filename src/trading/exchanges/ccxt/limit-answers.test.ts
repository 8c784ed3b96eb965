/** Answers without an end, and answers that are packed, over a real connection. */
import type { ServerResponse } from "node:http";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { failing } from "./failing.ts";

const MEGABYTE = 1024 * 1024;

let server: LoopbackServer;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = await loopbackServer((_, response) => answer(response));
});
afterAll(() => server.close());

/** Writes until the reader has had enough. */
function writeOn(to: NodeJS.WritableStream & { readonly destroyed?: boolean }, ended: () => boolean): void {
  const block = Buffer.alloc(MEGABYTE, " ");
  const more = (): void => {
    while (!ended() && to.write(block));
    if (!ended()) to.once("drain", more);
  };
  more();
}

test.each(["plain", "packed"])("a %s answer without an end is given up, and its connection is ended", async (form) => {
  let isEnded = false;
  answer = (response) => {
    response.on("close", () => (isEnded = true));
    response.setHeader("content-type", "application/json");
    if (form === "plain") return writeOn(response, () => isEnded);
    response.setHeader("content-encoding", "gzip");
    const packer = createGzip({ level: 1 });
    packer.pipe(response);
    writeOn(packer, () => isEnded);
  };
  const exchange = await libraryAt("binance", server.url);
  const asked = failing(() => exchange.fetchOpenOrders(SPOT_MARKET.symbol));
  await expect(asked).rejects.toMatchObject({
    kind: "unavailable",
    message: "The answer has more than 67108864 bytes, and was not read to its end",
  });
  await expect.poll(() => isEnded).toBe(true);
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
] as const)("an answer that is packed by %s is read", async (packing, pack) => {
  answer = (response) =>
    response.setHeader("content-encoding", packing).end(pack('[{"orderId":7,"symbol":"BTCUSDT"}]'));
  const exchange = await libraryAt("binance", server.url);
  expect(await exchange.fetchOpenOrders(SPOT_MARKET.symbol)).toMatchObject([{ id: "7" }]);
});
