/** The OpenAPI documents as programs read them: openapi-typescript makes types of them, and clients compile with those. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, test } from "vitest";
import { generatedFiles } from "../../src/generated-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Json = Readonly<Record<string, unknown>>;

/** The schemas of the public registry's document that describe servers and what is said of them. */
const PUBLIC_NAMES = [
  "AllVersionsStatusResponse",
  "Argument",
  "Icon",
  "Input",
  "InputWithVariables",
  "KeyValueInput",
  "LocalTransport",
  "NamedArgument",
  "Package",
  "PositionalArgument",
  "RemoteTransport",
  "Repository",
  "ServerDetail",
  "ServerList",
  "ServerResponse",
  "SseTransport",
  "StatusUpdateRequest",
  "StdioTransport",
  "StreamableHttpTransport",
];

const files = await generatedFiles();
const documentOf = (service: string): Json => JSON.parse(files[`docs/generated/openapi/${service}.json`] ?? "") as Json;
const registry = documentOf("registry");

/** A client's program: it compiles only where names, kinds and bodies are what they should be. */
const CLIENT = `
import type { components, operations } from "./registry.ts";

type Schemas = components["schemas"];
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Body<Id extends keyof operations> =
  operations[Id] extends { requestBody: { content: { "application/json": infer Sent } } } ? Sent : never;
type Success<Id extends keyof operations> =
  operations[Id] extends { responses: { 200: { content: { "application/json": infer Answer } } } } ? Answer : never;
type Refusal<Id extends keyof operations, Status extends number> =
  operations[Id]["responses"] extends { [Each in Status]: { content: { "application/json": infer Answer } } }
    ? Answer
    : "undocumented";

const same: true[] = [
  true satisfies Same<Body<"publishing.publishServer">, Schemas["ServerDetail"]>,
  true satisfies Same<Body<"publishing.editVersion">, Schemas["ServerDetail"]>,
  true satisfies Same<Body<"servers.updateStatus">, Schemas["StatusUpdateRequest"]>,
  true satisfies Same<Success<"servers.listServers">, Schemas["ServerList"]>,
  true satisfies Same<Success<"servers.getVersion">, Schemas["ServerResponse"]>,
  true satisfies Same<Schemas["ServerResponse"]["server"], Schemas["ServerDetail"]>,
  true satisfies Same<Schemas["LocalTransport"]["type"], "stdio" | "streamable-http" | "sse">,
  true satisfies Same<Schemas["RemoteTransport"]["type"], "streamable-http" | "sse">,
  true satisfies Same<Schemas["Argument"]["type"], "positional" | "named">,
  true satisfies Same<Refusal<"publishing.publishServer", 401>, Schemas["Error"]>,
  true satisfies Same<Refusal<"servers.getVersion", 404>, Schemas["Error"]>,
  true satisfies Same<Refusal<"servers.getVersion", 401>, "undocumented">,
  true satisfies Same<Refusal<"system.ping", 404>, "undocumented">,
];

const sent: Body<"publishing.publishServer"> = {
  name: "com.example/weather",
  description: "Forecasts",
  version: "1.0.0",
  packages: [
    {
      registryType: "npm",
      identifier: "weather",
      transport: { type: "stdio" },
      packageArguments: [
        { type: "named", name: "--units", value: "{units}", variables: { units: { choices: ["C", "F"] } } },
        { type: "positional", valueHint: "place" },
      ],
      environmentVariables: [{ name: "KEY", isSecret: true }],
    },
  ],
  remotes: [{ type: "sse", url: "https://{host}/mcp", variables: { host: {} } }],
  _meta: { "io.modelcontextprotocol.registry/publisher-provided": { tool: "any" } },
};

function addressOf(transport: Schemas["LocalTransport"]): string {
  return transport.type === "stdio" ? "here" : transport.url;
}

// @ts-expect-error -- there is no such transport
const carrier: Schemas["LocalTransport"] = { type: "carrier" };
// @ts-expect-error -- a server that runs elsewhere does not speak over stdio
const elsewhere: Schemas["RemoteTransport"] = { type: "stdio" };
// @ts-expect-error -- a flag needs its name
const flag: Schemas["Argument"] = { type: "named" };

export { addressOf, carrier, elsewhere, flag, same, sent };
`;

async function typesOf(document: Json): Promise<string> {
  // Members with a default are left out by publishers, and are served so.
  return astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }));
}

/** What TypeScript says of a program of these files. */
function complaints(folder: string, sources: Readonly<Record<string, string>>): string[] {
  const paths = Object.entries(sources).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${basename(file?.fileName ?? "")}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

test("types of all three documents compile, and a client of the registry compiles with them", async () => {
  const [ofRegistry, players, trading] = await Promise.all(
    ["registry", "players", "trading"].map((service) => typesOf(documentOf(service))),
  );
  const sources = {
    "registry.ts": ofRegistry ?? "",
    "players.ts": players ?? "",
    "trading.ts": trading ?? "",
    "client.ts": CLIENT,
  };
  const { path, remove } = await temporaryFolder("tripod-openapi-types-");
  try {
    expect(complaints(path, sources)).toEqual([]);
  } finally {
    await remove();
  }
});

test("the registry's schemas have the names of the public registry's document", () => {
  const { schemas } = registry["components"] as { schemas: Json };
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(PUBLIC_NAMES));
});

test("no operation has a copy of a schema that has a name", () => {
  const { schemas } = registry["components"] as { schemas: Record<string, Json> };
  const named = new Set(Object.keys(schemas));
  const copies: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { title, type, properties } = value as { title?: unknown; type?: unknown; properties?: Json };
    if (typeof title === "string" && type !== undefined && named.has(title)) copies.push(`${at} is a ${title}`);
    // A description of a server, whatever it is called.
    if (properties && "packages" in properties && "remotes" in properties) copies.push(`${at} describes a server`);
    for (const [key, member] of Object.entries(value)) look(member, `${at}/${key}`);
  };
  look(registry["paths"], "paths");
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [key, member] of Object.entries(schema)) look(member, `${name}/${key}`);
  }
  expect(copies).toEqual([]);
});
