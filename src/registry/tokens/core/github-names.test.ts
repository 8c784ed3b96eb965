import { expect, test } from "vitest";
import { githubNameOf, githubPermissions, isGithubName } from "./github-names.ts";

test.each([["octocat"], ["Octo-Cat"], ["1password"], ["-"]])("%j may stand in a server name", (name) => {
  expect(isGithubName(name)).toBe(true);
});

test.each([[""], ["octo_cat"], ["octo.cat"], ["octo/cat"], ["octo*"], ["öcto"], ["octo\n"], ["a".repeat(101)]])(
  "%j may not",
  (name) => {
    expect(isGithubName(name)).toBe(false);
  },
);

test.each([
  ["io.github.Octo-Cat", "Octo-Cat"],
  ["io.github.octo_cat", undefined],
  ["io.github.", undefined],
  ["io.github.a/b", undefined],
  ["com.example", undefined],
])("the namespace %j is of the account %j", (namespace, name) => {
  expect(githubNameOf(namespace)).toBe(name);
});

test("an account may publish in its own namespace, in its own case", () => {
  expect(githubPermissions("Octo-Cat")).toEqual([{ action: "publish", resource: "io.github.Octo-Cat/*" }]);
});
