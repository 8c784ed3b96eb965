import { describe, expect, test } from "vitest";
import { wholeOf, type RawBody } from "../../kit/endpoint/output.ts";
import { Catalogue } from "./core/catalogue.ts";
import { pageCache } from "./page-cache.ts";

const PARTS: RawBody = { body: [Buffer.from("one,"), Buffer.from("two")], etag: "tag" };

describe("a page", () => {
  test("is made once, and is the same bytes however often it is asked for", () => {
    const [cache, catalogue] = [pageCache(), new Catalogue()];
    let made = 0;
    const bodies = Array.from({ length: 100 }, () =>
      cache.get(catalogue, "key", () => {
        made++;
        return PARTS;
      }),
    );
    expect(made).toBe(1);
    for (const { body, etag } of bodies) expect([wholeOf(body).toString(), etag]).toEqual(["one,two", "tag"]);
    expect(Buffer.isBuffer(bodies[0]?.body)).toBe(false);
    expect(Buffer.isBuffer(bodies.at(-1)?.body)).toBe(true);
  });

  test("is made again when the catalogue has changed, in one piece or not", () => {
    const cache = pageCache();
    const catalogue = new Catalogue();
    for (let asked = 0; asked < 100; asked++) cache.get(catalogue, "key", () => PARTS);
    catalogue.load([]);
    const fresh: RawBody = { body: Buffer.from("fresh") };
    expect(cache.get(catalogue, "key", () => fresh)).toBe(fresh);
    expect(cache.get(new Catalogue(), "key", () => PARTS)).toBe(PARTS);
  });
});
