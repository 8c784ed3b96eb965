import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { eventually, plainFollower, pushWorld } from "../../../test/support/push-world.ts";
import type { Caller } from "../caller.ts";

describe("private data", () => {
  test("is refused where this kind of data does not exist", async () => {
    const { port } = await pushWorld();
    const one = await plainFollower(port, { headers: { key: "me" } });
    one.say({ subscribe: "strategy/5" });
    await eventually(() => one.heard).toMatchObject([{ error: { code: 2300 }, channel: "strategy/5" }]);
  });

  test("is sent to its owner, and to no other caller", async () => {
    let state = 1;
    const listeners = new Set<() => void>();
    const feed = {
      key: "5",
      read: () => JSON.stringify({ state }),
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const find = async (topic: string, id: string, { uid }: { uid: number }) =>
      topic === "strategy" && id === "5" && uid === 7 ? feed : undefined;
    const { port } = await pushWorld({ privateChannels: { find } });
    const [owner, visitor] = [await plainFollower(port, { headers: { key: "me" } }), await plainFollower(port)];
    for (const one of [owner, visitor]) one.say({ subscribe: ["strategy/5", "strategy/6"] });
    await eventually(() => visitor.heard).toMatchObject([{ error: { code: 2001 } }, { error: { code: 2001 } }]);
    await eventually(() => owner.newest("strategy/6")).toMatchObject({ error: { code: 2300 } });
    await eventually(() => owner.newest("strategy/5")).toMatchObject({ seq: 1, data: { state: 1 } });
    state = 2;
    for (const listener of listeners) listener();
    await eventually(() => owner.newest("strategy/5")).toMatchObject({ seq: 2, data: { state: 2 } });
    owner.socket.terminate();
    await eventually(() => listeners.size).toBe(0);
  });
});

describe("a channel that a user may no longer follow", () => {
  test("ends within a minute, with an error", async () => {
    const clock = manualClock();
    const feed = { key: "1", read: () => "1", onChange: () => () => {} };
    const allowed = new Set(["5", "6"]);
    const find = async (_topic: string, id: string) => (allowed.has(id) ? feed : undefined);
    const { port, market } = await pushWorld({ clock, privateChannels: { find } });
    market.list("simalpha-btcusdt");
    const one = await plainFollower(port, { headers: { key: "me" } });
    const channels = ["strategy/5", "strategy/6", "asks/simalpha-btcusdt-1"];
    one.say({ subscribe: channels });
    await eventually(() => channels.map((name) => one.newest(name)?.seq)).toEqual([1, 1, 1]);
    allowed.delete("5");
    await clock.advance(60_000);
    await eventually(() => one.newest("strategy/5")).toMatchObject({ error: { code: 2300 } });
    one.say({ unsubscribe: channels });
    await eventually(() => one.heard.filter(({ unsubscribed }) => unsubscribed)).toEqual(
      channels.slice(1).map((channel) => ({ channel, unsubscribed: true })),
    );
  });

  test.each([
    ["a caller that must set up a second factor first", { needsTwoFactor: true as const }],
    ["a sub-account that may not use keys any more", { rights: { allowApiAccess: false } }],
  ])("is not available for %s", async (_who, caller) => {
    const byKey = () => ({ uid: 7, ownerUid: 1, credential: { kind: "key", id: "1" }, ...caller }) as Caller;
    const find = () => Promise.reject(new Error("it is not to be asked"));
    const { port, log } = await pushWorld({ byKey, privateChannels: { find } });
    const one = await plainFollower(port);
    one.say({ subscribe: "strategy/5" });
    await eventually(() => one.heard).toMatchObject([{ error: { error: expect.any(String) }, channel: "strategy/5" }]);
    expect(log.entries).toEqual([]);
  });
});
