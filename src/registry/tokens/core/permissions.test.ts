import { describe, expect, test } from "vitest";
import type { Permission } from "./actor.ts";
import {
  blockedNamespaceOf,
  buildPermissionText,
  mayAdminister,
  mayEdit,
  mayPublish,
  MAX_PATTERN_CHARACTERS,
  parsePattern,
  permissionsWithin,
} from "./permissions.ts";

const publish = (...patterns: string[]): Permission[] => patterns.map((resource) => ({ action: "publish", resource }));

test("a permission holds for its own action only", () => {
  const publisher = { permissions: publish("com.example/*") };
  expect([mayPublish(publisher, "com.example/a"), mayEdit(publisher, "com.example/a")]).toEqual([true, false]);
  const editor = { permissions: [{ action: "edit", resource: "com.example/*" }] as const };
  expect([mayPublish(editor, "com.example/a"), mayEdit(editor, "com.example/a")]).toEqual([false, true]);
  expect(mayPublish({ permissions: [] }, "com.example/a")).toBe(false);
});

test("an admin may neither publish nor edit, and a holder of everything else is not an admin", () => {
  const admin = { permissions: [{ action: "admin", resource: "*" }] as const };
  expect([mayAdminister(admin), mayPublish(admin, "com.example/a"), mayEdit(admin, "com.example/a")]).toEqual([
    true,
    false,
    false,
  ]);
  const others = (["publish", "edit", "read"] as const).map((action) => ({ action, resource: "*" }));
  expect(mayAdminister({ permissions: others })).toBe(false);
});

describe("a pattern as text", () => {
  test.each([["*"], ["com.example/*"], ["com.example.*"], ["com.example/a"], ["a".repeat(MAX_PATTERN_CHARACTERS)]])(
    "%j is one",
    (text) => expect(parsePattern(text)).toBe(text),
  );

  test.each([
    [""],
    ["**"],
    ["com.*/a"],
    ["*/a"],
    ["com.example/a b"],
    ["com.example/a\n"],
    ["com.example/a/b"],
    ["com.exämple/*"],
    ["a".repeat(MAX_PATTERN_CHARACTERS + 1)],
  ])("%j is none", (text) => expect(parsePattern(text)).toBeUndefined());
});

describe("a blocked namespace", () => {
  test.each([
    ["its own grant", publish("com.bad/*"), "com.bad"],
    ["the grant of a domain", publish("com.bad/*", "com.bad.*"), "com.bad"],
    ["one server in it", publish("com.bad/server"), "com.bad"],
    ["a wider grant", publish("com.*"), "com.bad"],
    ["a grant to edit", [{ action: "edit", resource: "com.bad/*" } as const], "com.bad"],
    [
      "its own grant in another case, which a name at GitHub gets by renaming",
      publish("io.github.Bad/*"),
      "io.github.bad",
    ],
    ["its own grant, however the operator spells it", publish("io.github.bad/*"), "io.github.Bad"],
  ])("stops %s", (_what, permissions, blocked) => {
    expect(blockedNamespaceOf(permissions, ["org.other", blocked])).toBe(blocked);
  });

  test.each([
    ["a name that only begins like it", publish("com.badger/*"), "com.bad"],
    ["the namespaces below it", publish("com.bad.sub/*"), "com.bad"],
    ["a holder of all rights", publish("com.bad/*", "*"), "com.bad"],
    ["nobody without permissions", [], "com.bad"],
  ])("does not stop %s", (_what, permissions, blocked) => {
    expect(blockedNamespaceOf(permissions, [blocked])).toBeUndefined();
  });

  test("with .* stops the namespaces below it", () => {
    expect(blockedNamespaceOf(publish("com.bad.sub/*"), ["com.bad.*"])).toBe("com.bad.*");
    expect(blockedNamespaceOf(publish("com.bad/*"), ["com.bad.*"])).toBeUndefined();
  });
});

describe("where only some namespaces get tokens", () => {
  const allowed = ["io.github.acme", "com.example", "com.example.*"];

  test.each([
    ["a domain's own", publish("com.example/*", "com.example.*"), publish("com.example/*", "com.example.*")],
    ["a domain's below", publish("com.example.api/*"), publish("com.example.api/*")],
    ["the organization of a user", publish("io.github.joe/*", "io.github.acme/*"), publish("io.github.acme/*")],
    ["one in another case, as GitHub spells it", publish("io.github.Acme/*"), publish("io.github.Acme/*")],
    ["none of a stranger", publish("io.github.joe/*"), []],
    ["none that only begins like it", publish("io.github.acmes/*", "com.examples/*", "com.examples.*"), []],
    ["none below one that stands alone", publish("io.github.acme.sub/*"), []],
    ["none that reaches further", publish("com.*", "*", "io.github.*"), []],
    ["reading for all, which is no namespace", [{ action: "read", resource: "*" } as const], []],
  ])("a login keeps %s", (_what, permissions, kept) => {
    expect(permissionsWithin(permissions, allowed)).toEqual(kept);
  });

  test("an empty list allows all", () => {
    expect(permissionsWithin(publish("io.github.joe/*"), [])).toEqual(publish("io.github.joe/*"));
  });
});

describe("the refusal to publish", () => {
  test("names what may be published and what was tried", () => {
    expect(buildPermissionText({ permissions: publish("com.a/*", "com.a.*") }, "com.b/c")).toBe(
      "You do not have permission to publish this server. You have permission to publish: com.a/*, com.a.*. " +
        "Attempting to publish: com.b/c",
    );
  });

  test("says when nothing may be published", () => {
    expect(buildPermissionText({ permissions: [{ action: "edit", resource: "*" }] }, "com.b/c")).toBe(
      "You do not have permission to publish this server. You do not have any publish permissions",
    );
  });

  test("has a hint about organizations for GitHub names, and only there", () => {
    expect(buildPermissionText({ permissions: publish("io.github.me/*") }, "io.github.acme/c")).toContain(
      "If acme is a GitHub organization, log in with the account of one of its owners",
    );
    expect(buildPermissionText({ permissions: publish("io.github.me/*") }, "io.gitlab.acme/c")).not.toContain("GitHub");
  });

  test("says how to log in for one namespace where a token could not hold all of them, for GitHub names alone", () => {
    const holder = { permissions: publish("io.github.me/*"), omitsNamespaces: true } as const;
    const text = buildPermissionText(holder, "io.github.acme/c");
    expect(text).toContain('log in for it alone: send "namespace": "io.github.acme" beside the GitHub token');
    expect(text).not.toContain("If acme is a GitHub organization");
    expect(buildPermissionText(holder, "com.acme/c")).not.toContain("GitHub");
  });
});
