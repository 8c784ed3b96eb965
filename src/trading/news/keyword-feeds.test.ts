/** Secret addresses at which feed readers find the articles of a keyword. */
import { parseRssFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { addressIn, signalUser, type SignalUser } from "../../../test/support/signal-talk.ts";
import { hashSecret } from "../../kit/auth/hash-secret.ts";

const { world, save } = await newsWorld();
const { db } = world.platform;
const paying = await signalUser(world, "basic");

const now = (): number => Math.floor(Date.now() / 1000) * 1000;
const follow = async (user: SignalUser, name: string): Promise<string> =>
  (await user.done("public/trending-news-add-keyword", { name })).id;
const makeAddress = async (user: SignalUser, keywordid: string): Promise<string> =>
  addressIn(world, (await user.done("public/trending-news-feed-create", { keywordid })).url);
const read = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });
const titlesAt = async (address: string) =>
  parseRssFeed(await (await read(address)).text()).items?.map(({ title }) => title) ?? [];
const listed = async (user: SignalUser) => (await user.done("public/trending-news-list-my-keywords")).keywords[0];

describe("a feed", () => {
  test("is RSS with the keyword's articles, newest first, as plain text, and names itself", async () => {
    const keywordid = await follow(paying, "lightning network");
    const address = await makeAddress(paying, keywordid);
    const hostile = '<b>Lightning Network</b> & <script>alert("x")</script> fees ]]>';
    await save("Wire", [foundItem(hostile, "https://e.com/1?a=1&b=2", { summary: "Down & out" })], now() - 2_000);
    await save("Wire", [foundItem("Ether falls", "https://e.com/2")], now() - 1_000);
    await save("Wire", [foundItem("The Lightning Network shrinks", "https://e.com/3")], now());
    const answer = await read(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const xml = await answer.text();
    expect(xml).not.toMatch(/<script|<b>/);
    const [newest, older, ...others] = parseRssFeed(xml).items ?? [];
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ title: "The Lightning Network shrinks", link: "https://e.com/3" });
    expect(older).toMatchObject({
      link: "https://e.com/1?a=1&b=2",
      description: "Down & out",
      guid: { value: expect.stringMatching(/^news:\d+$/), isPermaLink: false },
      pubDate: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      dc: { creators: ["Wire"] },
    });
    expect(parseRssFeed(xml)).toMatchObject({
      title: "News: lightning network",
      atom: { links: [{ rel: "self", href: address }] },
    });
  });

  test("is answered 304 while nothing is new", async () => {
    const address = await makeAddress(paying, await follow(paying, "halving"));
    await save("Wire", [foundItem("The halving is near", "https://e.com/1")], now());
    const first = await read(address);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await read(address, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await save("Wire", [foundItem("The halving is here", "https://e.com/2")], now());
    expect((await read(address, { "if-none-match": etag })).status).toBe(200);
  });

  test("shows articles a minute late without a subscription", async () => {
    const free = await signalUser(world, "free");
    const address = await makeAddress(free, await follow(free, "halving"));
    await save("Wire", [foundItem("The halving is near", "https://e.com/1")], now());
    await save("Wire", [foundItem("The halving was near", "https://e.com/2")], now() - 61_000);
    expect(await titlesAt(address)).toEqual(["The halving was near"]);
  });

  test("has the newest fifty articles of the last thirty days in the languages that are shown", async () => {
    const address = await makeAddress(paying, await follow(paying, "bitcoin"));
    const items = Array.from({ length: 52 }, (_, at) => foundItem(`Bitcoin story number ${at}`, `https://e.com/${at}`));
    await save(
      "Wire",
      [foundItem("Der Bitcoin fällt nach der Entscheidung der Zentralbank", "https://e.com/de")],
      now(),
    );
    await save("Wire", items, now() - 1_000);
    const titles = await titlesAt(address);
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([
      50,
      "Bitcoin story number 51",
      "Bitcoin story number 2",
    ]);
  });
});

describe("the address", () => {
  test("is shown once and kept as a hash; the keyword shows that there is one and when it was read", async () => {
    const user = await signalUser(world, "basic");
    const keywordid = await follow(user, "halving");
    expect(await listed(user)).toMatchObject({ feed: null });
    const address = await makeAddress(user, keywordid);
    expect((await listed(user)).feed).toEqual({ time_created: expect.any(Number), time_read: null });
    expect((await read(address)).status).toBe(200);
    expect((await listed(user)).feed.time_read).toEqual(expect.any(Number));
    const token = address.slice(address.lastIndexOf("/") + 1);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const kept = await db.query<{ token_hash: Buffer }>({
      name: "test.keptFeeds",
      text: "select token_hash from trading.news_keyword_feeds where keyword_id = $1",
      values: [keywordid],
    });
    expect(kept).toEqual([{ token_hash: hashSecret(token) }]);
    const answers = await user.done("public/trending-news-list-my-keywords");
    expect(JSON.stringify(answers)).not.toContain(token);
  });

  test("ends when another is made, when it is revoked, when the keyword goes, and when its user is shut out", async () => {
    const user = await signalUser(world, "basic");
    const keywordid = await follow(user, "halving");
    const first = await makeAddress(user, keywordid);
    const second = await makeAddress(user, keywordid);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    await user.done("public/trending-news-feed-delete", { keywordid });
    expect((await read(second)).status).toBe(404);
    expect(await user.refused("public/trending-news-feed-delete", { keywordid })).toMatchObject({
      status: 404,
      code: 2300,
    });
    const third = await makeAddress(user, keywordid);
    await user.done("public/trending-news-remove-keyword", { keywordid });
    expect((await read(third)).status).toBe(404);
    const fourth = await makeAddress(user, await follow(user, "halving"));
    await db.execute({
      name: "test.shutOut",
      text: "update trading.users set is_active = false where id = $1",
      values: [user.uid],
    });
    expect((await read(fourth)).status).toBe(404);
  });

  test("is made and revoked by the keyword's user alone", async () => {
    const [owner, other] = [await signalUser(world, "basic"), await signalUser(world, "basic")];
    const keywordid = await follow(owner, "halving");
    const address = await makeAddress(owner, keywordid);
    for (const path of ["public/trending-news-feed-create", "public/trending-news-feed-delete"])
      expect(await other.refused(path, { keywordid })).toMatchObject({ status: 404, code: 2300 });
    expect((await read(address)).status).toBe(200);
  });

  test("is limited: more than ten requests a minute are refused, with the time to wait", async () => {
    const address = await makeAddress(paying, await follow(paying, "inflation"));
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await read(address)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await read(address)).headers.get("retry-after")).toMatch(/^\d+$/);
  });
});
