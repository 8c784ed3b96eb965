/** MEXC sends its spot prices and trades as protocol buffers, which the library reads by a package that it does not bring along. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { packageRoot } from "../../../kit/config/package-root.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { loadCcxt } from "./library.ts";

interface Wrapper {
  encode(message: object): { finish(): Uint8Array };
}

const MESSAGES = join(packageRoot(), "node_modules/ccxt/js/src/protobuf/mexc/compiled.cjs");

test("they can be read", async () => {
  const { PushDataV3ApiWrapper } = createRequire(import.meta.url)(MESSAGES) as {
    readonly PushDataV3ApiWrapper: Wrapper;
  };
  const level = { price: "100.5", quantity: "2" };
  const told = {
    channel: "spot@public.aggre.depth.v3.api.pb@100ms@BTCUSDT",
    symbol: "BTCUSDT",
    publicAggreDepths: { bids: [level], asks: [], fromVersion: "7", toVersion: "8" },
  };
  const sent = PushDataV3ApiWrapper.encode(told).finish();
  const maker = await loadCcxt("mexc");
  const exchange = maker.make({ clock: systemClock() }) as unknown as { decodeProtoMsg(data: Uint8Array): unknown };
  // It is loaded beside the start of the instance.
  const read = await waitUntil(() => exchange.decodeProtoMsg(sent));
  expect(read).toMatchObject({
    ...told,
    publicAggreDepths: { bids: [level], fromVersion: "7", toVersion: "8" },
  });
});
