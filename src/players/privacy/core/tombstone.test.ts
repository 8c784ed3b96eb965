import { expect, test } from "vitest";
import { tombstoneHash } from "./tombstone.ts";

test("a tombstone is the digest of the kind and the id, so it stays the same with every release", () => {
  expect(tombstoneHash("account", "76561198000000001").toString("hex")).toBe(
    "dc8728122fcfc19aeb3df54d4bed353a6ddab55742e8dfeee2e61425a918a7f1",
  );
  expect(tombstoneHash("player", 123n)).toEqual(tombstoneHash("player", "123"));
  expect(tombstoneHash("player", "123")).toHaveLength(32);
  expect(tombstoneHash("player", "123")).not.toEqual(tombstoneHash("account", "123"));
});
