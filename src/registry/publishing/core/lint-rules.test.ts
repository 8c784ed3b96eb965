import { describe, expect, test } from "vitest";
import type { ServerDetail } from "../../servers/index.ts";
import { lintIssues } from "./lint-rules.ts";

const minimal: ServerDetail = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } };
const withPackage = (members: object): Partial<ServerDetail> => ({ packages: [{ ...npm, ...members }] });
const withEnv = (members: object) => withPackage({ environmentVariables: [{ name: "KEY", ...members }] });
const withRemote = (members: object): Partial<ServerDetail> => ({
  remotes: [{ type: "sse", url: "https://example.com/mcp", ...members }],
});
const env = "packages[0].environmentVariables[0]";

describe("advice", () => {
  test.each<[string, string, Partial<ServerDetail>]>([
    ["info version-not-semantic", "version", { version: "1.1" }],
    ["info version-not-semantic", "version", { version: "v1.0.0" }],
    [
      "warning runtime-hint-missing",
      "packages[0].runtimeHint",
      withPackage({ runtimeArguments: [{ type: "positional", value: "x" }] }),
    ],
    ["warning secret-in-static-value", `${env}.value`, withEnv({ isSecret: true, value: "hunter2" })],
    ["warning secret-in-default", `${env}.default`, withEnv({ isSecret: true, default: "hunter2" })],
    ["warning variable-not-used", `${env}.variables.a`, withEnv({ value: "x", variables: { a: {} } })],
    ["warning variable-not-declared", `${env}.value`, withEnv({ value: "{a}" })],
    ["warning variable-not-declared", `${env}.value`, withEnv({ value: "{constructor}" })],
    ["warning default-not-a-choice", `${env}.default`, withEnv({ default: "c", choices: ["a", "b"] })],
    [
      "warning secret-in-static-value",
      `${env}.variables.a.value`,
      withEnv({ value: "{a}", variables: { a: { isSecret: true, value: "x" } } }),
    ],
    [
      "warning stdio-transport-headers",
      "packages[0].transport.headers",
      withPackage({ transport: { type: "stdio", headers: [] } }),
    ],
    ["warning variable-not-used", "remotes[0].variables.a", withRemote({ variables: { a: {} } })],
    [
      "warning variable-not-declared",
      "remotes[0].headers[0].value",
      withRemote({ headers: [{ name: "X", value: "Bearer {t}" }] }),
    ],
    ["warning secret-in-static-value", "remotes[0].url", withRemote({ url: "https://me:secret@example.com/mcp" })],
  ])("%s at %s", (what, path, members) => {
    const issues = lintIssues({ ...minimal, ...members });
    expect(issues.map((issue) => [`${issue.severity} ${issue.reference}`, issue.path])).toEqual([[what, path]]);
    expect(issues.every((issue) => issue.type === "linter")).toBe(true);
  });

  test.each<[string, Partial<ServerDetail>]>([
    ["a release", {}],
    ["a pre-release with build metadata", { version: "1.0.0-rc.1+b" }],
    ["a secret that the reader fills in", withEnv({ isSecret: true, isRequired: true })],
    ["a secret made of a variable", withEnv({ isSecret: true, value: "Bearer {t}", variables: { t: {} } })],
    ["JSON as a value", withEnv({ value: `{"a": {}}` })],
    ["a default among the choices", withEnv({ default: "a", choices: ["a"] })],
    ["a variable of the URL", withRemote({ url: "https://{a}.example.com", variables: { a: {} } })],
    [
      "a variable of the remote in a header",
      withRemote({ headers: [{ name: "X", value: "{a}" }], variables: { a: {} } }),
    ],
    [
      "runtime arguments with a hint",
      withPackage({ runtimeHint: "npx", runtimeArguments: [{ type: "positional", value: "x" }] }),
    ],
  ])("is not given for %s", (_name, members) => {
    expect(lintIssues({ ...minimal, ...members })).toEqual([]);
  });
});
