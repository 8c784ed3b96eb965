import { describe, expect, test } from "vitest";
import { registryDumps } from "../../../../test/support/registry-dumps.ts";
import { isPublishable, validateServer } from "./validate-server.ts";
import type { ValidationPolicy } from "./validate-server.ts";
import type { Argument, ServerDetail } from "../../servers/index.ts";
import { schemaUri } from "./server-json-schema.ts";

const open: ValidationPolicy = { schemaPolicy: { required: false, older: "allow" }, namespacePolicy: "any" };
const minimal: ServerDetail = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } };

type Members = Partial<ServerDetail>;
const withPackage = (members: object): Members => ({ packages: [npm, { ...npm, ...members }] });
const withArgument = (argument: Argument): Members => withPackage({ packageArguments: [argument] });
const withUrl = (url: string, inputs: object = {}): Members =>
  withPackage({ transport: { type: "sse", url }, ...inputs });
const withRemote = (url: string, members: object = {}): Members => ({ remotes: [{ type: "sse", url, ...members }] });

describe("a description may be published with", () => {
  test.each<[string, Members]>([
    ["nothing but what is required", {}],
    ["parts of a name of two characters", { name: "ab/c0" }],
    ["a version of any other kind", { version: "2025-11 (final)" }],
    ["a nested GitLab group", { repository: { url: "https://gitlab.com/a/b/c/d.git", source: "gitlab" } }],
    [
      "a folder of a GitHub repository",
      { repository: { url: "http://www.github.com/a/b.c/", source: "github", subfolder: "a/b-c_d.e" } },
    ],
    ["a website with a query", { websiteUrl: "https://example.com:8443/docs?a=b#c" }],
    ["an empty website, as older tools send it", { websiteUrl: "" }],
    ["a bundle with its digest", withPackage({ registryType: "mcpb", fileSha256: "a".repeat(64) })],
    [
      "a package without version",
      { packages: [{ registryType: "oci", identifier: "a", transport: { type: "stdio" } }] },
    ],
    ["a local URL in a package", withUrl("http://localhost:3000/mcp")],
    [
      "a port from an environment variable",
      withUrl("http://localhost:{PORT}/mcp", { environmentVariables: [{ name: "PORT" }] }),
    ],
    [
      "a port from a flag",
      withUrl("http://127.0.0.1:{--port}", { packageArguments: [{ type: "named", name: "--port" }] }),
    ],
    [
      "a port from a flag without its dashes",
      withUrl("http://h:{port}", { runtimeArguments: [{ type: "named", name: "--port" }] }),
    ],
    [
      "a path from a value hint",
      withUrl("https://h/{where}", { packageArguments: [{ type: "positional", valueHint: "where" }] }),
    ],
    ["a URL that is a variable", withUrl("{base}/mcp", { environmentVariables: [{ name: "base" }] })],
    [
      "a remote with variables",
      withRemote("https://{tenant}.example.{tld}:{port}/mcp?x={x}", {
        variables: { tenant: {}, tld: {}, port: {}, x: {} },
      }),
    ],
    ["a flag with another flag as value", withArgument({ type: "named", name: "-e", value: "KEY={key}" })],
  ])("%s", (_name, members) => {
    expect(validateServer({ ...minimal, ...members }, open)).toEqual([]);
  });
});

describe("a description is refused for", () => {
  test.each<[path: string, reference: string, Members]>([
    ["name", "invalid-server-name", { name: "weather" }],
    ["name", "invalid-server-name", { name: "com.example/a/b" }],
    ["name", "invalid-server-name", { name: "/weather" }],
    ["name", "invalid-server-name", { name: "com.example/" }],
    ["name", "invalid-server-name", { name: "a/weather" }],
    ["name", "invalid-server-name", { name: "com.example./weather" }],
    ["name", "invalid-server-name", { name: "com.example/_weather" }],
    ["version", "reserved-version-string", { version: "latest" }],
    ["version", "version-looks-like-range", { version: "^1.0.0" }],
    ["version", "invalid-version", { version: ".." }],
    ["version", "invalid-version", { version: "1.0.0\n" }],
    ["description", "invalid-text", { description: "a\0b" }],
    ["title", "title-whitespace-only", { title: " \t\n" }],
    ["title", "invalid-text", { title: "half \ud83d" }],
    ["websiteUrl", "website-url-must-be-absolute", { websiteUrl: "/docs" }],
    ["websiteUrl", "website-url-must-be-absolute", { websiteUrl: "example.com" }],
    ["websiteUrl", "website-url-invalid-scheme", { websiteUrl: "http://example.com" }],
    ["websiteUrl", "website-url-invalid-scheme", { websiteUrl: "javascript:alert(1)" }],
    ["websiteUrl", "invalid-website-url", { websiteUrl: "https://" }],
    ["websiteUrl", "invalid-website-url", { websiteUrl: "https://exa mple.com" }],
    ["icons[0].src", "icon-src-not-absolute", { icons: [{ src: "icon.png" }] }],
    ["icons[0].src", "icon-src-invalid-scheme", { icons: [{ src: "data:image/png;base64,AAAA" }] }],
    ["icons[0].src", "icon-src-invalid-scheme", { icons: [{ src: "http://example.com/i.png" }] }],
    ["icons[0].src", "icon-src-invalid-url", { icons: [{ src: "https:\\\\example.com" }] }],
    ["repository.url", "invalid-repository-url", { repository: { url: "https://example.com/a/b", source: "github" } }],
    ["repository.url", "invalid-repository-url", { repository: { url: "https://github.com/a", source: "github" } }],
    ["repository.url", "invalid-repository-url", { repository: { url: "https://github.com/a/b/c", source: "github" } }],
    ["repository.url", "invalid-repository-url", { repository: { url: "", source: "gitlab" } }],
    ["repository.source", "invalid-repository-url", { repository: { url: "https://github.com/a/b", source: "" } }],
    ["repository.source", "invalid-repository-url", { repository: { url: "https://x.org/a/b", source: "gitea" } }],
    [
      "repository.source",
      "invalid-repository-url",
      { repository: { url: "https://x.org/a/b", source: "constructor" } },
    ],
    ["packages[1].identifier", "package-name-has-spaces", withPackage({ identifier: "my server" })],
    ["packages[1].version", "reserved-version-string", withPackage({ version: "latest" })],
    ["packages[1].version", "version-looks-like-range", withPackage({ version: "~1.2" })],
    ["packages[1].fileSha256", "file-sha256-required", withPackage({ registryType: "mcpb" })],
    [
      "packages[1].registryBaseUrl",
      "invalid-registry-base-url",
      withPackage({ registryBaseUrl: "registry.npmjs.org" }),
    ],
    ["packages[1].packageArguments[0].type", "invalid-argument-type", withArgument({ type: "flag" })],
    [
      "packages[1].packageArguments[0].valueHint",
      "positional-argument-value-required",
      withArgument({ type: "positional" }),
    ],
    ["packages[1].packageArguments[0].name", "named-argument-name-required", withArgument({ type: "named" })],
    [
      "packages[1].packageArguments[0].name",
      "invalid-named-argument-name",
      withArgument({ type: "named", name: "--a <b>" }),
    ],
    [
      "packages[1].packageArguments[0].name",
      "invalid-named-argument-name",
      withArgument({ type: "named", name: "--a=$b" }),
    ],
    [
      "packages[1].packageArguments[0].value",
      "argument-value-starts-with-name",
      withArgument({ type: "named", name: "--a", value: "--a=1" }),
    ],
    [
      "packages[1].packageArguments[0].default",
      "argument-default-starts-with-name",
      withArgument({ type: "named", name: "--a", default: "--a 1" }),
    ],
    [
      "packages[1].runtimeArguments[0].type",
      "invalid-argument-type",
      withPackage({ runtimeArguments: [{ type: "Named" }] }),
    ],
    [
      "packages[1].transport.url",
      "stdio-transport-url-not-empty",
      withPackage({ transport: { type: "stdio", url: "https://a" } }),
    ],
    ["packages[1].transport.type", "unsupported-transport-type", withPackage({ transport: { type: "websocket" } })],
    [
      "packages[1].transport.url",
      "streamable-transport-url-required",
      withPackage({ transport: { type: "streamable-http" } }),
    ],
    ["packages[1].transport.url", "streamable-transport-url-required", withUrl("")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("https://h/{unknown}")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("https://h/{constructor}")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("https://h/{}")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("https://h/{open")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("ftp://h/")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("http:///mcp")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("localhost:3000")],
    ["packages[1].transport.url", "invalid-templated-url", withUrl("http://h:99999/")],
    ["remotes[0].type", "unsupported-remote-transport-type", { remotes: [{ type: "stdio" }] }],
    ["remotes[0].url", "remote-transport-url-required", { remotes: [{ type: "streamable-http" }] }],
    ["remotes[0].url", "invalid-remote-url", withRemote("http://example.com/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://localhost/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://LOCALHOST./mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://a.localhost/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://127.0.0.1/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://127.1:8080/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://[::1]/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://{host}/mcp")],
    ["remotes[0].url", "invalid-remote-url", withRemote("https://{toString}/mcp", { variables: {} })],
    ["remotes[0].url", "invalid-remote-url", withRemote("example.com/mcp")],
    ["_meta.com.example/x[0]", "invalid-text", { _meta: { "com.example/x": ["\0"] } }],
    ["_meta.com.example/x", "invalid-text", { _meta: { "com.example/x": { "\0": 1 } } }],
  ])("%s: %s", (path, reference, members) => {
    expect(validateServer({ ...minimal, ...members }, open)).toEqual([
      expect.objectContaining({ type: "semantic", severity: "error", path, reference }),
    ]);
  });

  test("all that is wrong, at once", () => {
    const issues = validateServer({ ...minimal, version: "latest", websiteUrl: "/x", ...withRemote("") }, open);
    expect(issues.map((issue) => issue.path)).toEqual(["version", "websiteUrl", "remotes[0].url"]);
  });

  test("nesting that would exhaust the stack of code that walks it", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    const issues = validateServer({ ...minimal, _meta: { "com.example/x": deep } }, open);
    expect(issues.map((issue) => issue.reference)).toEqual(["nesting-too-deep"]);
  });
});

describe("the policy for $schema", () => {
  const newest = schemaUri("2025-12-11");
  const older = schemaUri("2025-10-17");
  test.each<[string | undefined, ValidationPolicy["schemaPolicy"], string[]]>([
    [undefined, { required: false, older: "refuse" }, []],
    [undefined, { required: true, older: "allow" }, ["error schema-field-required"]],
    [newest, { required: true, older: "refuse" }, []],
    [`${older}#/definitions/ServerDetail`, { required: true, older: "allow" }, []],
    [older, { required: true, older: "warn" }, ["warning schema-version-deprecated"]],
    [older, { required: true, older: "refuse" }, ["error schema-version-deprecated"]],
    ["https://example.com/schema.json", { required: false, older: "allow" }, ["error schema-version-extraction-error"]],
    [
      newest.replace("2025-12-11", "draft"),
      { required: false, older: "allow" },
      ["error schema-version-not-available"],
    ],
  ])("%s under %j: %j", ($schema, schemaPolicy, expected) => {
    const detail = $schema === undefined ? minimal : { ...minimal, $schema };
    const issues = validateServer(detail, { ...open, schemaPolicy });
    expect(issues.map((issue) => `${issue.severity} ${issue.reference}`)).toEqual(expected);
    expect(isPublishable(issues)).toBe(!expected.some((text) => text.startsWith("error")));
  });
});

describe("the policy for hosts", () => {
  const match: ValidationPolicy = { ...open, namespacePolicy: "match" };
  test.each<[Members, string[]]>([
    [{ websiteUrl: "https://example.com/docs", ...withRemote("https://example.com/mcp") }, []],
    [withRemote("https://api.EXAMPLE.com./mcp"), []],
    [withRemote("https://{tenant}.example.com/mcp", { variables: { tenant: {} } }), []],
    [withRemote("https://badexample.com/mcp"), ["remote-url-namespace-mismatch"]],
    [withRemote("https://example.com.evil.org/mcp"), ["remote-url-namespace-mismatch"]],
    [withRemote("https://example.com@evil.org/mcp"), ["remote-url-namespace-mismatch"]],
    [withRemote("https://{host}/mcp", { variables: { host: {} } }), ["remote-url-namespace-mismatch"]],
    [withRemote("{base}/mcp", { variables: { base: {} } }), ["remote-url-namespace-mismatch"]],
    [{ websiteUrl: "https://example.org" }, ["website-url-namespace-mismatch"]],
  ])("%j: %j", (members, expected) => {
    expect(validateServer({ ...minimal, ...members }, match).map((issue) => issue.reference)).toEqual(expected);
    expect(validateServer({ ...minimal, ...members }, open)).toEqual([]);
  });
});

test.each(registryDumps)(
  "the rules refuse no entry of $name but those with a version 'latest' or an odd argument",
  ({ servers }) => {
    const refused = servers.flatMap(({ server }) => validateServer({ ...server, $schema: "" }, open));
    const codes = new Set(refused.map((issue) => issue.reference));
    expect(codes).toEqual(new Set(["reserved-version-string", "invalid-argument-type"]));
    expect(servers.length).toBeGreaterThan(600);
  },
);
