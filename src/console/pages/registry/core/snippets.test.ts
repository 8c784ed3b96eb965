/** Snippets of descriptions, also of hostile ones. The shell's are read by a real shell. */
import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Package, RemoteTransport } from "../../../../../clients/typescript/src/registry.ts";
import { fillIn, type Filled, type Given } from "./fill-in.ts";
import { planPackage, planRemote, type InstallPlan, type NoPlan } from "./install-plan.ts";
import { mcpServersFile, quoteForShell, shellScript, shortNameOf, vscodeFile, vscodeLink } from "./snippets.ts";

const NPM: Package = {
  registryType: "npm",
  identifier: "@example/weather",
  version: "1.0.0",
  transport: { type: "stdio" },
};

function filledOf(plan: InstallPlan | NoPlan, given: Given = {}): Filled {
  if (plan.kind === "none") throw new Error(plan.why);
  return fillIn(plan, given);
}

const npm = (more: Partial<Package>, given: Given = {}) => filledOf(planPackage({ ...NPM, ...more }), given);

describe("a package", () => {
  test.each<[string, Package, string]>([
    ["npm", NPM, "npx -y @example/weather@1.0.0"],
    [
      "npm elsewhere",
      { ...NPM, registryBaseUrl: "https://npm.example.com" },
      "npx -y --registry=https://npm.example.com/ @example/weather@1.0.0",
    ],
    ["pypi", { ...NPM, registryType: "pypi", identifier: "tides" }, "uvx tides@1.0.0"],
    ["oci", { ...NPM, registryType: "oci", identifier: "ghcr.io/a/b" }, "docker run -i --rm ghcr.io/a/b:1.0.0"],
    [
      "oci with a tag",
      { ...NPM, registryType: "oci", identifier: "ghcr.io/a/b:2" },
      "docker run -i --rm ghcr.io/a/b:2",
    ],
    [
      "podman",
      { ...NPM, registryType: "oci", identifier: "a/b", runtimeHint: "podman" },
      "podman run -i --rm a/b:1.0.0",
    ],
    ["nuget", { ...NPM, registryType: "nuget", identifier: "Example.Berths" }, "dnx Example.Berths@1.0.0 --yes"],
  ])("of %s is started by its command", (_kind, from, command) => {
    expect(shellScript(filledOf(planPackage(from)))).toBe(command);
  });

  test("asks for what is needed, keeps secrets out of commands, and leaves out what is optional and empty", () => {
    const filled = npm(
      {
        packageArguments: [
          { type: "positional", valueHint: "city", isRequired: true },
          { type: "named", name: "--units", default: "metric" },
          { type: "named", name: "--verbose", format: "boolean" },
          { type: "named", name: "--proxy" },
          {
            type: "named",
            name: "--at",
            value: "{host}:{port}",
            variables: { host: { default: "localhost" }, port: { isRequired: true } },
          },
        ],
        environmentVariables: [{ name: "API_KEY", isSecret: true, isRequired: true }, { name: "DEBUG" }],
      },
      { verbose: "true", port: "80" },
    );
    expect(shellScript(filled)?.split("\n")).toEqual([
      "read -rs API_KEY && export API_KEY",
      "npx -y @example/weather@1.0.0 '<city>' --units metric --verbose --at localhost:80",
    ]);
    expect(JSON.parse(mcpServersFile(filled, "weather"))).toEqual({
      mcpServers: {
        weather: {
          type: "stdio",
          command: "npx",
          args: ["-y", "@example/weather@1.0.0", "<city>", "--units", "metric", "--verbose", "--at", "localhost:80"],
          env: { API_KEY: "<API_KEY>" },
        },
      },
    });
    expect(JSON.parse(vscodeFile(filled, "weather"))).toMatchObject({
      inputs: [
        { id: "city", type: "promptString", description: "city" },
        { id: "API_KEY", type: "promptString", password: true },
      ],
      servers: { weather: { args: expect.arrayContaining(["${input:city}"]), env: { API_KEY: "${input:API_KEY}" } } },
    });
  });

  test("in a container is given the variables that are set", () => {
    const environmentVariables = [{ name: "TOKEN", isSecret: true, isRequired: true }, { name: "UNSET" }];
    const filled = npm({ registryType: "oci", identifier: "a/b", environmentVariables });
    expect(shellScript(filled)).toBe("read -rs TOKEN && export TOKEN\ndocker run -i --rm -e TOKEN a/b:1.0.0");
  });

  test.each<[string, Partial<Package>, string]>([
    ["a command of the publisher's choice", { runtimeHint: "bash" }, "otherCommand"],
    ["a kind that has no command", { registryType: "cargo" }, "unknownType"],
    ["an option in place of a name", { identifier: "--call=reboot" }, "optionAsName"],
    ["a variable that is not one", { environmentVariables: [{ name: "A=b; reboot", value: "x" }] }, "variableName"],
    [
      "an escape that ends a paste",
      { packageArguments: [{ type: "positional", value: "\u001b[201~reboot\n" }] },
      "control",
    ],
    ["a text that is read backwards", { identifier: "a\u202eb" }, "control"],
    ["a value of the reader's machine", { environmentVariables: [{ name: "X", default: "${env:HOME}" }] }, "expands"],
  ])("with %s has no snippet", (_what, more, why) => {
    expect(planPackage({ ...NPM, ...more })).toEqual({ kind: "none", why });
  });
});

describe("a remote", () => {
  const remote: RemoteTransport = {
    type: "streamable-http",
    url: "https://{region}.example.com/mcp",
    variables: { region: { choices: ["eu", "us"], default: "eu" } },
    headers: [
      { name: "Authorization", value: "Bearer {token}", variables: { token: { isSecret: true, isRequired: true } } },
      { name: "X-Trace", isSecret: true },
    ],
  };

  test("is an address with headers", () => {
    const filled = filledOf(planRemote(remote), { region: "us", X_Trace: "true" });
    expect(JSON.parse(mcpServersFile(filled, "w"))).toEqual({
      mcpServers: {
        w: {
          type: "http",
          url: "https://us.example.com/mcp",
          headers: { Authorization: "Bearer <token>", "X-Trace": "<X_Trace>" },
        },
      },
    });
    expect(shellScript(filled)).toBeUndefined();
  });

  test("opens VS Code with the whole configuration in one part of the address", () => {
    const link = vscodeLink(filledOf(planRemote(remote)), "weather");
    const [, query = ""] = /^vscode:mcp\/install\?([^?&#"<>\s]+)$/.exec(link) ?? [];
    expect(JSON.parse(decodeURIComponent(query))).toEqual({
      name: "weather",
      type: "http",
      url: "https://eu.example.com/mcp",
      headers: { Authorization: "Bearer ${input:token}" },
      inputs: [{ id: "token", type: "promptString", description: "token", password: true }],
    });
  });

  test.each<[string, Partial<RemoteTransport>, string]>([
    ["a scheme that runs something", { url: "javascript:alert(1)" }, "address"],
    ["a header within a header", { headers: [{ name: "X: y\r\nZ", value: "1" }] }, "headerName"],
  ])("with %s has no snippet", (_what, more, why) => {
    expect(planRemote({ ...remote, ...more })).toEqual({ kind: "none", why });
  });

  test("keeps headers that objects have members for", () => {
    const filled = filledOf(planRemote({ ...remote, headers: [{ name: "__proto__", value: "x" }] }));
    expect(mcpServersFile(filled, "w")).toContain('"__proto__": "x"');
  });
});

test.each([
  ["io.example/weather", "weather"],
  ["io.example/a b$(reboot)", "a-b-reboot-"],
  ["io.example/", "server"],
])("%s is called %s", (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});

test("a shell reads each quoted text as one word, as it is", () => {
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(..."'\"\\$`!*~#&|;<>(){}[]=- ab%^".split("")) }), 200);
  const words = [...texts, "=ls", "~root", "-n", "", "'", "\\'"];
  const said = execFileSync("/bin/sh", ["-c", `printf '%s\\n' ${words.map(quoteForShell).join(" ")}`], {
    encoding: "utf8",
  });
  expect(said.split("\n").slice(0, -1)).toEqual(words);
});
