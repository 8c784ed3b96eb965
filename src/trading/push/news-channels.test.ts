/** Channels of news: who may follow which, and when that ends. */
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { eventually, plainFollower, pushWorld } from "../../../test/support/push-world.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";
import type { Caller } from "../caller.ts";
import type { NewsChannels, NewsFeed } from "./index.ts";

const feedOf = (key: string, ...newest: readonly object[]): NewsFeed => ({
  key,
  newest: newest.map((article) => JSON.stringify(article)),
  onArticle: () => () => {},
});

/** The first keyword of user 7, for as long as it has it. */
function ownKeyword(): { isThere: boolean } & NewsChannels {
  return {
    isThere: true,
    findAll: async (caller) => feedOf(`news ${caller?.uid ?? "stranger"}`, { of: caller?.uid ?? "stranger" }),
    findWatched: async () => undefined,
    async findOwn(id, { uid }) {
      return this.isThere && id === 1 && uid === 7 ? feedOf("news/1", { of: 7 }) : undefined;
    },
  };
}

describe("a keyword of a user's own", () => {
  test("ends on both sockets within a minute of its removal, with an error", async () => {
    const [clock, newsChannels] = [manualClock(), ownKeyword()];
    const { port } = await pushWorld({ clock, newsChannels });
    const plain = await plainFollower(port, { headers: { key: "me" } });
    const socketIo = socketIoFollower(4, port, { extraHeaders: { key: "me" } });
    plain.say({ subscribe: ["news", "news/1"] });
    await eventually(() => [plain.newest("news")?.["data"], plain.newest("news/1")?.["data"]]).toEqual([
      [{ of: 7 }],
      [{ of: 7 }],
    ]);
    socketIo.emit("message", { subscribe: "news/1" });
    await eventually(() => socketIo.of("news")).toMatchObject([{ n: "news/1", seq: 1, d: '[{"of":7}]' }]);
    newsChannels.isThere = false;
    await clock.advance(60_000);
    await eventually(() => plain.newest("news/1")).toMatchObject({ error: { code: 2300 } });
    await eventually(() => socketIo.of("refused")).toMatchObject([{ code: 2300, n: "news/1" }]);
    expect(plain.newest("news")).toMatchObject({ seq: 1 });
  });

  test("is refused to callers without a key and to other users", async () => {
    const { port } = await pushWorld({ newsChannels: ownKeyword() });
    const [stranger, owner] = [await plainFollower(port), await plainFollower(port, { headers: { key: "me" } })];
    for (const one of [stranger, owner]) one.say({ subscribe: ["news/1", "news/2"] });
    await eventually(() => stranger.heard).toMatchObject([{ error: { code: 2001 } }, { error: { code: 2001 } }]);
    await eventually(() => owner.newest("news/2")).toMatchObject({ error: { code: 2300 } });
  });
});

describe("all news", () => {
  test("are those of a stranger for a user who must set up a second factor first", async () => {
    const byKey = () =>
      ({ uid: 7, ownerUid: 7, credential: { kind: "key", id: "1" }, needsTwoFactor: true as const }) as Caller;
    const { port } = await pushWorld({ byKey, newsChannels: ownKeyword() });
    const one = await plainFollower(port);
    one.say({ subscribe: ["news", "news/1"] });
    await eventually(() => one.newest("news")?.["data"]).toEqual([{ of: "stranger" }]);
    await eventually(() => one.newest("news/1")).toMatchObject({ error: { error: expect.any(String) } });
  });

  test("are an unknown channel where there are none", async () => {
    const { port } = await pushWorld();
    const one = await plainFollower(port);
    one.say({ subscribe: ["news", "news/btc"] });
    await eventually(() => one.newest("news")).toMatchObject({ error: { code: 2300 } });
    await eventually(() => one.newest("news/btc")).toMatchObject({ error: { code: 2300 } });
  });
});
