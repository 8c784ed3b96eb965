/** That a key which is revoked loses the sockets that were opened with it, over the whole platform. */
import { expect, test } from "vitest";
import { keyStore } from "../../src/trading/access/index.ts";
import { eventually, plainFollower } from "../support/push-world.ts";
import { signed } from "../support/signed-trading.ts";
import { socketIoFollower } from "../support/socket-io-follower.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld();
const port = Number(new URL(world.url).port);

test.each(["this process", "another process"])("a key that %s revokes loses its sockets", async (where) => {
  const { uid, key } = await world.person();
  const plain = await plainFollower(port, { headers: signed(key) });
  const io = socketIoFollower(4, port, { auth: signed(key) });
  plain.say({ subscribe: "system/status" });
  await eventually(() => plain.newest("system/status")?.seq).toBe(1);
  await eventually(() => io.isConnected()).toBe(true);

  const keys = keyStore(world.database.open());
  const { keys: held } = await keys.list(uid, { limit: 1, offset: 0 });
  const id = held[0]?.id ?? 0;
  if (where === "another process") await keys.revoke({ uid, ownerUid: uid }, id, world.platform.clock.now());
  else expect((await world.ask("POST", "user/api-keys/revoke", { key, params: { id } })).status).toBe(200);

  expect(await plain.closed).toMatchObject({ code: 1008 });
  await eventually(() => io.of("refused")).toMatchObject([{ code: 2000 }]);
  await eventually(() => io.of("disconnect").length).toBeGreaterThan(0);
  io.close();
});
