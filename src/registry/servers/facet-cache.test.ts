import { expect, test } from "vitest";
import { Catalogue } from "./core/catalogue.ts";
import { facetCache } from "./facet-cache.ts";

test("a search is summed once for each state of the catalogue, whatever its letters' case", () => {
  const catalogue = new Catalogue();
  catalogue.load([]);
  const cache = facetCache();
  const first = cache.get(catalogue, { search: "Weather" });
  expect(cache.get(catalogue, { search: "weather", searchIn: "name" })).toBe(first);
  expect(cache.get(catalogue, { search: "weather", searchIn: "all" })).not.toBe(first);
  expect(cache.get(catalogue, { searchIn: "all" })).toBe(cache.get(catalogue, {}));
  const reloaded = new Catalogue();
  reloaded.load([]);
  expect(cache.get(reloaded, { search: "weather" })).not.toBe(first);
});
