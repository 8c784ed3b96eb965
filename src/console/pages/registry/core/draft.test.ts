import { expect, test } from "vitest";
import { lengthAt, draftIn, textAt, withEntry, withValue } from "./draft.ts";

const DOCUMENT = { name: "a/b", packages: [{ identifier: "x", transport: { type: "stdio" } }], _meta: { k: [1] } };

test.each<[string, unknown, unknown]>([
  ["name", "c/d", { ...DOCUMENT, name: "c/d" }],
  ["name", undefined, { packages: DOCUMENT.packages, _meta: DOCUMENT._meta }],
  ["repository.url", "u", { ...DOCUMENT, repository: { url: "u" } }],
  ["packages[0].transport.type", "sse", { ...DOCUMENT, packages: [{ identifier: "x", transport: { type: "sse" } }] }],
  ["packages[0]", undefined, { ...DOCUMENT, packages: [] }],
])("%s becomes %j, and the rest stays", (path, value, expected) => {
  expect(withValue(DOCUMENT, path, value)).toEqual(expected);
});

test("an entry is added where the list may not be there yet", () => {
  const document = withEntry(withEntry(DOCUMENT, "remotes", { type: "sse" }), "remotes[0].headers", { name: "X" });
  expect(document).toEqual({ ...DOCUMENT, remotes: [{ type: "sse", headers: [{ name: "X" }] }] });
  expect([lengthAt(document, "remotes"), lengthAt(document, "packages[7].headers")]).toEqual([1, 0]);
});

test("a document of another shape shows empty fields", () => {
  expect(textAt({ packages: "none", name: 3 }, "packages[0].identifier")).toBe("");
  expect(textAt({ name: 3 }, "name")).toBe("");
  expect(textAt({}, "constructor.name")).toBe("");
});

test.each(["[]", "3", "{", ""])("%j is not a document", (text) => {
  expect(draftIn(text).kind).toBe("unreadable");
});
