import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { NamedSchemas } from "../../../kit/endpoint/named-schemas.ts";
import { documentedSchemas } from "./documented-schemas.ts";
import { argument, keyValueInput, localTransport, remoteTransport, serverDetailBody } from "./server-detail.ts";

const named = new NamedSchemas(documentedSchemas);
named.show(serverDetailBody);
const components = named.components();
const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
ajv.addSchema({ $id: "https://registry.example/", components: { schemas: components } });
const fits = ajv.compile({ $ref: "https://registry.example/#/components/schemas/ServerDetail" });
const isTaken = Compile(serverDetailBody);

const minimal = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const npm = { registryType: "npm", identifier: "weather", transport: { type: "stdio" } };
const inPackage = (members: object) => ({ ...minimal, packages: [{ ...npm, ...members }] });

describe("a description that fits the document is taken by the check", () => {
  test.each([
    ["the least", minimal],
    ["an empty repository, which many have", { ...minimal, repository: {} }],
    ["icons", { ...minimal, icons: [{ src: "https://example.com/i.png", sizes: ["48x48"], theme: "dark" }] }],
    ["a flag", inPackage({ packageArguments: [{ type: "named", name: "--a", variables: { b: { value: "c" } } }] })],
    ["a place in the line", inPackage({ runtimeArguments: [{ type: "positional", valueHint: "path" }] })],
    ["a fixed place in the line", inPackage({ runtimeArguments: [{ type: "positional", value: "run" }] })],
    ["variables of the environment", inPackage({ environmentVariables: [{ name: "KEY", isSecret: true }] })],
    ["a URL with a variable", inPackage({ transport: { type: "sse", url: "http://localhost:{port}/sse" } })],
    [
      "a URL that is a variable",
      { ...minimal, remotes: [{ type: "sse", url: "{base}/mcp", variables: { base: {} } }] },
    ],
    ["headers", { ...minimal, remotes: [{ type: "streamable-http", url: "https://a.b", headers: [{ name: "A" }] }] }],
    ["data of the publisher", { ...minimal, _meta: { "com.example/build": { commit: "abc" } } }],
  ])("%s", (_name, detail) => {
    fits(detail);
    expect(fits.errors).toBe(null);
    expect(isTaken.Errors(detail)).toEqual([]);
  });
});

test.each([
  ["a name without a namespace", { ...minimal, name: "weather" }],
  ["a description that is too long", { ...minimal, description: "x".repeat(101) }],
  ["a website that is not https", { ...minimal, websiteUrl: "http://example.com" }],
  ["an unknown kind of transport", inPackage({ transport: { type: "carrier" } })],
  ["a remote that speaks over stdio", { ...minimal, remotes: [{ type: "stdio" }] }],
  ["a remote without a URL", { ...minimal, remotes: [{ type: "sse" }] }],
  ["an unknown kind of argument", inPackage({ packageArguments: [{ type: "flag", name: "--a" }] })],
  ["a flag without its name", inPackage({ packageArguments: [{ type: "named", value: "a" }] })],
  ["a place in the line that says nothing", inPackage({ packageArguments: [{ type: "positional" }] })],
  ["a package of no fixed version", inPackage({ version: "latest" })],
  ["an invalid digest", inPackage({ fileSha256: "A".repeat(64) })],
  ["a repository without its host", { ...minimal, repository: { url: "https://github.com/a/b" } }],
  ["a variable whose name has braces", inPackage({ environmentVariables: [{ name: "A", variables: { "{": {} } }] })],
])("the document refuses %s", (_name, detail) => {
  expect(fits(detail)).toBe(false);
});

test.each<[name: string, checked: TObject]>([
  ["Argument", argument],
  ["KeyValueInput", keyValueInput],
  ["LocalTransport", localTransport],
  ["RemoteTransport", remoteTransport],
])("%s has every member that the check takes", (name, checked) => {
  const documented = membersOf(documentedSchemas[name] ?? {});
  expect(sorted(documented)).toEqual(sorted(new Set(Object.keys(checked.properties))));
});

/** The members of a schema, in whichever part of it they are. */
function membersOf(schema: TSchema): Set<string> {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = schema as {
    readonly properties?: object;
    readonly anyOf?: readonly TSchema[];
    readonly allOf?: readonly TSchema[];
  };
  return new Set([...Object.keys(properties), ...[...anyOf, ...allOf].flatMap((part) => [...membersOf(part)])]);
}

function sorted(names: ReadonlySet<string>): string[] {
  return [...names].sort((one, other) => (one < other ? -1 : 1));
}
