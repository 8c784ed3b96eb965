/** News over sockets: every process pushes stored articles, as early as the plan allows. */
import { describe, expect, test } from "vitest";
import { eventually, plainFollower, type PlainFollower } from "../../../test/support/push-world.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { signalUser } from "../../../test/support/signal-talk.ts";
import { signed } from "../../../test/support/signed-trading.ts";
import { socketIoFollower } from "../../../test/support/socket-io-follower.ts";
import { tradingWorld, type TradingWorld } from "../../../test/support/trading-world.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import type { MadeKey } from "../operator.ts";
import type { ImpactData, ImpactDue } from "./store.ts";

const { world, impacts, save } = await newsWorld();
const { db } = world.platform;
const paying = await signalUser(world, "basic");
const free = await signalUser(world, "free");

const portOf = ({ url }: TradingWorld): number => Number(new URL(url).port);
const followerOf = (key?: MadeKey, of = world) => plainFollower(portOf(of), key ? { headers: signed(key) } : {});
const now = (): number => Math.floor(Date.now() / 1000) * 1000;

const MOVE: ImpactData = {
  btcusdt: { status: "compiled", pair: "BTC/USDT", before: "1", after: "2", difference: "1", usual: null, z: null },
};

interface Told {
  readonly title: string;
  readonly price_impact_120s: object;
}

/** Articles of a channel whose titles begin with a word, in the order in which they came: tests follow the same channels. */
const toldOf = (one: PlainFollower, word: string, channel = "news"): Told[] =>
  one.heard
    .filter((each) => each.channel === channel && each["data"])
    .flatMap(({ data }) => data as Told[])
    .filter(({ title }) => title.startsWith(word));
const titlesOf = (...asked: Parameters<typeof toldOf>) => toldOf(...asked).map(({ title }) => title);
const isFollowing = (channel: string, ...all: readonly PlainFollower[]) =>
  eventually(() => all.map((one) => one.newest(channel)?.["data"] !== undefined)).toEqual(all.map(() => true));

/** As if everything were recorded a minute earlier: then delayed readers see it. */
const letMinutePass = () =>
  db.execute({
    name: "test.letMinutePass",
    text: "update trading.news_changes set recorded_at = recorded_at - interval '1 minute'",
  });

async function follow(key: MadeKey, name: string): Promise<string> {
  return (await world.ask("POST", "public/trending-news-add-keyword", { key, params: { name } })).json.data.id;
}

describe("the channel of all news", () => {
  test("begins with the newest articles, and sends each that is stored, and edits", async () => {
    await save("A", [foundItem("First bitcoin rises", "https://e.com/1")], now());
    const one = await followerOf(paying.key);
    one.say({ subscribe: "news" });
    await eventually(() => titlesOf(one, "First")).toEqual(["First bitcoin rises"]);
    await save("A", [foundItem("First ether falls", "https://e.com/2")], now());
    await eventually(() => titlesOf(one, "First")).toHaveLength(2);
    await save("A", [foundItem("First ether falls again", "https://e.com/2")], now());
    await eventually(() => titlesOf(one, "First")).toEqual([
      "First bitcoin rises",
      "First ether falls",
      "First ether falls again",
    ]);
    expect(one.heard.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    // An article is whole, as public/trending-news-data shows it.
    expect(toldOf(one, "First").at(-1)).toMatchObject({
      keywords: "ethereum",
      source: "A",
      tone: { status: "completed" },
      time_edited: expect.any(Number),
    });
  });

  test("says what prices did as soon as it is measured, to those with a subscription alone", async () => {
    const atMs = now();
    const [one, other] = [await followerOf(paying.key), await followerOf(free.key)];
    for (const each of [one, other]) each.say({ subscribe: "news" });
    await isFollowing("news", one, other);
    await save("A", [foundItem("Second bitcoin rises", "https://e.com/1")], atMs, ["simalpha-btcusdt"]);
    await eventually(() => toldOf(one, "Second")).toMatchObject([
      { price_impact_120s: { status: "Still processing.", data: [] } },
    ]);
    const [row] = await db.query<{ id: number }>({
      name: "test.article",
      text: "select id from trading.news_articles",
    });
    const codes = ["simalpha-btcusdt"];
    const due: ImpactDue = { articleId: row?.id ?? 0, seconds: 120, impactAt: fromMillis(atMs), codes };
    await impacts.saveImpacts([{ due, data: MOVE }], fromMillis(atMs));
    await eventually(() => toldOf(one, "Second").at(-1)).toMatchObject({
      price_impact_120s: { status: "completed", data: MOVE },
    });
    await letMinutePass();
    await eventually(() => toldOf(other, "Second")).toMatchObject([
      { price_impact_120s: { status: "subscription required", data: [] } },
    ]);
    // That it was measured is another change, which is not told to them: the next article comes after it.
    await save("A", [foundItem("Second ether falls", "https://e.com/2")], atMs);
    await letMinutePass();
    await eventually(() => titlesOf(other, "Second")).toEqual(["Second bitcoin rises", "Second ether falls"]);
  });

  test("is a minute late without a subscription and without a key", async () => {
    const [one, late, stranger] = [await followerOf(paying.key), await followerOf(free.key), await followerOf()];
    for (const each of [one, late, stranger]) each.say({ subscribe: "news" });
    await isFollowing("news", one, late, stranger);
    await save("A", [foundItem("Third bitcoin rises", "https://e.com/1")], now());
    await eventually(() => titlesOf(one, "Third")).toHaveLength(1);
    // The look before this one has read for delayed readers, too.
    await save("A", [foundItem("Third ether falls", "https://e.com/2")], now());
    await eventually(() => titlesOf(one, "Third")).toHaveLength(2);
    const afterwards = await followerOf(free.key);
    afterwards.say({ subscribe: "news" });
    await isFollowing("news", afterwards);
    for (const each of [late, stranger, afterwards]) expect(titlesOf(each, "Third")).toEqual([]);
    await letMinutePass();
    for (const each of [late, stranger, afterwards])
      await eventually(() => titlesOf(each, "Third")).toEqual(["Third bitcoin rises", "Third ether falls"]);
  });

  test("follows the plan of a connection that is open, on both sockets, up and down", async () => {
    const user = await signalUser(world, "free");
    const one = await followerOf(user.key);
    const other = socketIoFollower(4, portOf(world), { extraHeaders: signed(user.key) });
    one.say({ subscribe: "news" });
    await isFollowing("news", one);
    other.emit("message", { subscribe: "news" });
    const heardByOther = () =>
      (other.of("news") as readonly { readonly d: string }[]).flatMap(({ d }) => JSON.parse(d) as Told[]);
    await eventually(() => other.of("news")).toHaveLength(1);
    await save("A", [foundItem("Late bitcoin rises", "https://e.com/1")], now());
    await world.trading.deps.billing.changePackage(
      { ownerUid: user.uid, uid: user.uid, at: world.platform.clock.now() },
      "basic",
    );
    // It starts over, with what the plan shows by now.
    const unmeasured = { status: "Still processing.", data: [] };
    await eventually(() => toldOf(one, "Late")).toMatchObject([{ price_impact_120s: unmeasured }]);
    expect(one.newest("news")).toMatchObject({ seq: 1 });
    await eventually(() => heardByOther().some(({ title }) => title.startsWith("Late"))).toBe(true);
    await save("A", [foundItem("Late ether falls", "https://e.com/2")], now());
    await eventually(() => titlesOf(one, "Late").at(-1)).toBe("Late ether falls");

    const before = one.heard.length;
    await db.execute({
      name: "test.endPlan",
      text: "update trading.subscriptions set base_id = 'free' where owner_id = $1",
      values: [user.uid],
    });
    await eventually(() => one.heard.slice(before)).toMatchObject([{ channel: "news", seq: 1 }]);
    await save("A", [foundItem("Late solana falls", "https://e.com/3")], now());
    const live = await followerOf(paying.key);
    live.say({ subscribe: "news" });
    await eventually(() => titlesOf(live, "Late")).toContain("Late solana falls");
    expect(titlesOf(one, "Late")).not.toContain("Late solana falls");
    await letMinutePass();
    await eventually(() => titlesOf(one, "Late")).toContain("Late solana falls");
    other.close();
  });

  test("is sent by every process, whichever has stored the article", async () => {
    const second = await tradingWorld({ database: world.database });
    // Without a key: two processes that share no Redis take one key's nonces in turns.
    const one = await followerOf(undefined, second);
    one.say({ subscribe: "news" });
    await isFollowing("news", one);
    await save("A", [foundItem("Fourth bitcoin rises", "https://e.com/1")], now());
    await letMinutePass();
    await eventually(() => titlesOf(one, "Fourth")).toEqual(["Fourth bitcoin rises"]);
  });

  test("keeps the newest fifty of many that come at once, and says how many it leaves out", async () => {
    const one = await followerOf(paying.key);
    one.say({ subscribe: "news" });
    await isFollowing("news", one);
    const items = Array.from({ length: 60 }, (_, at) => foundItem(`Fifth story number ${at}`, `https://e.com/${at}`));
    await save("A", items, now());
    await eventually(() => titlesOf(one, "Fifth").at(-1)).toBe("Fifth story number 59");
    expect(titlesOf(one, "Fifth")).toHaveLength(50);
    expect(one.newest("news")).toMatchObject({ seq: 2, skipped: 10 });
  });
});

describe("the channel of a keyword", () => {
  test("of the watchlist sends articles that name it, to every caller", async () => {
    const one = await followerOf(paying.key);
    one.say({ subscribe: ["news/btc", "news/bitcoin", "news/unknown"] });
    await eventually(() => one.newest("news/unknown")).toMatchObject({ error: { code: 2300 } });
    for (const channel of ["news/btc", "news/bitcoin"]) await isFollowing(channel, one);
    const items = [
      foundItem("Sixth ether falls", "https://e.com/2"),
      foundItem("Sixth bitcoin rises", "https://e.com/1"),
    ];
    await save("A", items, now());
    for (const channel of ["news/btc", "news/bitcoin"])
      await eventually(() => titlesOf(one, "Sixth", channel)).toEqual(["Sixth bitcoin rises"]);
  });

  test("of a user's own tells its user alone", async () => {
    const id = await follow(paying.key, "lightning network");
    const channel = `news/${id}`;
    const [one, other, stranger] = [await followerOf(paying.key), await followerOf(free.key), await followerOf()];
    for (const each of [one, other, stranger]) each.say({ subscribe: channel });
    await eventually(() => other.newest(channel)).toMatchObject({ error: { code: 2300 } });
    await eventually(() => stranger.newest(channel)).toMatchObject({ error: { code: 2001 } });
    await isFollowing(channel, one);
    const items = [
      foundItem("Seventh ether falls", "https://e.com/2"),
      foundItem("Seventh Lightning Network", "https://e.com/1"),
    ];
    await save("A", items, now());
    await eventually(() => titlesOf(one, "Seventh", channel)).toEqual(["Seventh Lightning Network"]);
  });
});

test("a platform at work notifies those whose keyword says so", async () => {
  const params = { name: "halving", notify: "email" };
  await world.ask("POST", "public/trending-news-add-keyword", { key: paying.key, params });
  await save("A", [foundItem("The halving is near", "https://e.com/1")], now());
  await eventually(() =>
    db.query({
      name: "test.mailOfNews",
      text: "select subject from trading.mails where uid = $1 and subject like 'News:%'",
      values: [paying.uid],
    }),
  ).toEqual([{ subject: "News: The halving is near" }]);
});

test.each([2, 4] as const)("a client of socket.io, version %d, gets news as a separate event", async (version) => {
  const word = `Version${version}`;
  await save("A", [foundItem(`${word} bitcoin rises`, "https://e.com/1")], now());
  const one = socketIoFollower(version, portOf(world), { extraHeaders: signed(paying.key) });
  one.emit("message", { subscribe: "news/btc" });
  const heard = () => one.of("news") as readonly { readonly n: string; readonly seq: number; readonly d: string }[];
  const titles = () =>
    heard()
      .flatMap(({ d }) => JSON.parse(d) as Told[])
      .map(({ title }) => title)
      .filter((title) => title.startsWith(word));
  await eventually(titles).toEqual([`${word} bitcoin rises`]);
  await save("A", [foundItem(`${word} bitcoin falls`, "https://e.com/2")], now());
  await eventually(titles).toEqual([`${word} bitcoin rises`, `${word} bitcoin falls`]);
  expect(heard().map(({ n, seq }) => [n, seq])).toEqual(heard().map((_, at) => ["news/btc", at + 1]));
  one.emit("message", { subscribe: "news/unknown" });
  await eventually(() => one.of("refused")).toMatchObject([{ code: 2300, n: "news/unknown" }]);
});
