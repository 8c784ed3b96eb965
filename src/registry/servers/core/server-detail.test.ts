import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { registryDumps } from "../../../../test/support/registry-dumps.ts";
import { describeBodyIssue } from "./body-issue.ts";
import { normaliseServerDetail, serverDetailBody } from "./server-detail.ts";
import type { ServerDetail } from "./server-detail.ts";

const validator = Compile(serverDetailBody);
const minimal = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", transport: { type: "stdio" } };
const withPackage = (members: object) => ({ ...minimal, packages: [{ ...npm, ...members }] });
const withEnv = (members: object) => withPackage({ environmentVariables: [{ name: "KEY", ...members }] });

const full: ServerDetail = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ...minimal,
  title: "Weather",
  repository: { url: "https://github.com/example/weather", source: "github", id: "1", subfolder: "src" },
  websiteUrl: "https://example.com",
  icons: [{ src: "https://example.com/i.png", mimeType: "image/png", sizes: ["48x48", "any"], theme: "dark" }],
  packages: [
    {
      ...npm,
      version: "1.0.0",
      runtimeHint: "npx",
      fileSha256: "a".repeat(64),
      runtimeArguments: [{ type: "named", name: "--a", value: "{b}", variables: { b: { format: "number" } } }],
      packageArguments: [{ type: "positional", valueHint: "path", isRepeated: true }],
      environmentVariables: [{ name: "KEY", isSecret: true, isRequired: true, choices: ["a"], default: "a" }],
    },
  ],
  remotes: [
    {
      type: "sse",
      url: "https://{host}/mcp",
      headers: [{ name: "Authorization", placeholder: "Bearer" }],
      variables: { host: {} },
    },
  ],
  _meta: { "com.example/any": [1, { thing: null }] },
};

describe("the body of a publication", () => {
  test.each([
    ["the three members that every server has", minimal],
    ["every member", full],
    ["an empty repository, as older tools send it", { ...minimal, repository: {} }],
    ["a kind of transport that only the rules of publishing judge", withPackage({ transport: { type: "carrier" } })],
    ["100 characters beyond the basic plane", { ...minimal, description: "😀".repeat(100) }],
  ])("may be %s", (_name, body) => {
    expect(validator.Errors(body)).toEqual([]);
  });

  test.each<[body: unknown, sentence: string]>([
    [[], "the body must be an object"],
    [{ ...minimal, name: undefined }, "name must be a string"],
    [{ name: "a/b", version: "1" }, "description is required"],
    [{ ...minimal, name: "weather" }, "name must be a namespace, one slash and a name"],
    [{ ...minimal, name: `a/${"b".repeat(199)}` }, "name must have at most 200 characters"],
    [{ ...minimal, description: "" }, "description must not be empty"],
    [{ ...minimal, description: "x".repeat(101) }, "description must have at most 100 characters"],
    [{ ...minimal, version: "1".repeat(256) }, "version must have at most 255 characters"],
    [{ ...minimal, title: null }, "title must be a string"],
    [{ ...minimal, website_url: "https://a" }, "website_url is not known: it is spelled websiteUrl"],
    [{ ...minimal, websiteURL: "https://a" }, "websiteURL is not known: it is spelled websiteUrl"],
    [{ ...minimal, status: "active" }, "status is not known: a version's status is not part of its description"],
    [{ ...minimal, repository: { url: "https://github.com/a/b" } }, 'repository needs source beside "url"'],
    [{ ...minimal, icons: [{ src: "a", mimeType: "image/gif" }] }, "icons[0].mimeType must be one of image/png, "],
    [{ ...minimal, icons: [{ src: "a", sizes: ["48"] }] }, "icons[0].sizes[0] must be a width and a height"],
    [{ ...minimal, icons: [{ src: "a".repeat(256) }] }, "icons[0].src must have at most 255 characters"],
    [{ ...minimal, packages: Array.from({ length: 101 }, () => npm) }, "packages must have at most 100 items"],
    [
      withPackage({ registry_base_url: "https://a" }),
      "packages[0].registry_base_url is not known: it is spelled packages[0].registryBaseUrl",
    ],
    [withPackage({ transport: undefined }), "packages[0].transport must be an object"],
    [withPackage({ transport: {} }), "packages[0].transport.type is required"],
    [withPackage({ transport: { type: "sse", variables: {} } }), "packages[0].transport.variables is not known"],
    [withPackage({ fileSha256: "A".repeat(64) }), "packages[0].fileSha256 must be a SHA-256 digest"],
    [withPackage({ version: "" }), "packages[0].version must not be empty"],
    [withPackage({ packageArguments: [{ type: "" }] }), "packages[0].packageArguments[0].type must not be empty"],
    [
      withPackage({ runtimeArguments: [{ type: "named", value_hint: "x" }] }),
      "packages[0].runtimeArguments[0].value_hint is not known: it is spelled packages[0].runtimeArguments[0].valueHint",
    ],
    [withEnv({ isRequired: "yes" }), "packages[0].environmentVariables[0].isRequired must be true or false"],
    [withEnv({ format: "date" }), "packages[0].environmentVariables[0].format must be one of string, number, "],
    [
      withEnv({ variables: { "{a}": {} } }),
      'packages[0].environmentVariables[0].variables["{a}"] is not a name of a v',
    ],
    [withEnv({ variables: { a: { x: 1 } } }), "packages[0].environmentVariables[0].variables.a.x is not known"],
    [withEnv({ choices: "a" }), "packages[0].environmentVariables[0].choices must be a list"],
    [{ ...minimal, [`x${"y".repeat(500)}`]: 1 }, `["x${"y".repeat(59)}..."] is not known`],
    [{ ...minimal, _meta: [] }, "_meta must be an object"],
  ])("%j is refused: %s", (body, sentence) => {
    expect(sentences(body).join(" | ")).toContain(sentence);
  });

  test("a JSON member __proto__ is unknown like any other", () => {
    const body: unknown = JSON.parse(`{"__proto__":{"x":1},"name":"a/b","description":"d","version":"1"}`);
    expect(sentences(body)).toEqual(["__proto__ is not known"]);
  });

  test("strings of 1 MiB are refused in one pass, and not quoted", () => {
    const huge = "a/".repeat(1 << 19);
    for (const sentence of sentences({ name: huge, description: huge, version: huge, $schema: huge, [huge]: huge })) {
      expect(sentence.length).toBeLessThan(200);
    }
  });

  test.each(registryDumps)("all but a handful of the entries of $name fit", ({ servers }) => {
    const misfits = servers.filter(({ server }) => !validator.Check(server));
    expect(misfits.length).toBeLessThan(10);
    expect([...new Set(misfits.flatMap(({ server }) => sentences(server)))].toSorted()).toEqual([
      "packages[0].environmentVariables[0].name must not be empty",
      "packages[0].packageArguments[0].type must not be empty",
    ]);
  });
});

describe("normalising", () => {
  test.each([
    ["an empty repository", { repository: {} }],
    ["a repository without address and service", { repository: { url: "", source: "", id: "7" } }],
    ["an empty $schema", { $schema: "" }],
    ["an empty websiteUrl", { websiteUrl: "" }],
    ["all of them", { $schema: "", repository: {}, websiteUrl: "" }],
  ])("drops %s and nothing else", (_name, members) => {
    const before = { ...minimal, title: "T", ...members };
    const sent = structuredClone(before);
    expect(normaliseServerDetail(sent)).toEqual({ ...minimal, title: "T" });
    expect(sent).toEqual(before);
  });

  test("hands back a description that has nothing to drop", () => {
    expect(normaliseServerDetail(full)).toBe(full);
    const sameRepository = { ...full, $schema: "" };
    expect(normaliseServerDetail(sameRepository).repository).toEqual(full.repository);
  });
});

function sentences(body: unknown): string[] {
  return validator
    .Errors(body)
    .filter((error) => error.keyword !== "boolean")
    .map((error) =>
      describeBodyIssue({
        place: "body",
        path: error.instancePath
          .split("/")
          .slice(1)
          .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~")),
        keyword: error.keyword,
        message: error.message,
        params: { ...error.params },
      }),
    );
}
