/**
 * JSON schemas of server.json, one for each published version, built from the common part of the versions and a table
 * of their differences. They accept and refuse the same documents as the published ones. They distinguish kinds of
 * argument and of transport by `if`, so that an error points at the member and not at a union.
 */

/** Published versions of the format, oldest first. */
export const SCHEMA_VERSIONS = [
  "2025-07-09",
  "2025-09-16",
  "2025-09-29",
  "2025-10-11",
  "2025-10-17",
  "2025-12-11",
] as const;

export type SchemaVersion = (typeof SCHEMA_VERSIONS)[number];

/** The version that publishers are asked to use. */
export const NEWEST_SCHEMA_VERSION: SchemaVersion = "2025-12-11";

/** The URI that a document names its version by, in `$schema`. */
export function schemaUri(version: SchemaVersion): string {
  return `https://static.modelcontextprotocol.io/schemas/${version}/server.schema.json`;
}

/** In what one version differs from another. */
interface Format {
  /** Compound names of members are written `registry_type`, not `registryType`. */
  readonly snakeCase: boolean;
  /** The document itself has a `status`, and a place for the registry's own `_meta`. */
  readonly ownStatus: boolean;
  /** A package must have a version and may have no unknown members. */
  readonly strictPackages: boolean;
  /** Title, icons and the placeholder of inputs. */
  readonly presentation: boolean;
  /** URLs of transports may have any scheme, but must be URIs (`sse`) or any text (`streamable-http`). */
  readonly anyUrl: boolean;
  /** A remote may declare variables for its URL. */
  readonly remoteVariables: boolean;
}

const first: Format = {
  snakeCase: true,
  ownStatus: true,
  strictPackages: true,
  presentation: false,
  anyUrl: true,
  remoteVariables: false,
};
const camelCase: Format = { ...first, snakeCase: false };
const withoutStatus: Format = { ...camelCase, ownStatus: false };
const presentable: Format = { ...withoutStatus, strictPackages: false, presentation: true };

const FORMATS: Readonly<Record<SchemaVersion, Format>> = {
  "2025-07-09": first,
  "2025-09-16": camelCase,
  "2025-09-29": withoutStatus,
  "2025-10-11": presentable,
  // Differs from the one before in its explanations only.
  "2025-10-17": presentable,
  "2025-12-11": { ...presentable, anyUrl: false, remoteVariables: true },
};

type Schema = { readonly [keyword: string]: unknown };

const text: Schema = { type: "string" };
const uri: Schema = { type: "string", format: "uri" };
const flag: Schema = { type: "boolean" };
const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const list = (items: Schema): Schema => ({ type: "array", items });
const oneOf = (...values: string[]): Schema => ({ type: "string", enum: values });
const object = (properties: Schema, required: readonly string[] = [], more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...more,
});
/** Applies `then` to objects whose `type` is one of `kinds`. */
const when = (kinds: readonly string[], then: Schema): Schema => ({
  if: { type: "object", properties: { type: { enum: kinds } }, required: ["type"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON schema
  then: { type: "object", ...then },
});

/** The schema of one version, of JSON schema draft 7. */
export function serverJsonSchema(version: SchemaVersion): object {
  const format = FORMATS[version];
  const name = (camel: string): string =>
    format.snakeCase ? camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : camel;
  const members = (camel: Schema): Schema =>
    Object.fromEntries(Object.entries(camel).map(([member, schema]) => [name(member), schema]));

  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...ref("ServerDetail"),
    definitions: {
      ServerDetail: serverDetail(format, members),
      Repository: object({ url: uri, source: text, id: text, subfolder: text }, ["url", "source"]),
      ...(format.presentation ? { Icon: icon } : {}),
      Package: serverPackage(format, members, name),
      ...inputs(format, members, name),
      ...transports(format),
    },
  };
}

type Members = (camel: Schema) => Schema;

function serverDetail(format: Format, members: Members): Schema {
  const anything: Schema = { type: "object", additionalProperties: true };
  const meta = {
    "io.modelcontextprotocol.registry/publisher-provided": anything,
    ...(format.ownStatus ? { "io.modelcontextprotocol.registry/official": anything } : {}),
  };
  return object(
    {
      $schema: uri,
      ...members({ websiteUrl: uri }),
      name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
      description: { type: "string", minLength: 1, maxLength: 100 },
      version: { type: "string", maxLength: 255 },
      repository: ref("Repository"),
      packages: list(ref("Package")),
      remotes: list(ref("RemoteTransport")),
      _meta: object(meta),
      ...(format.ownStatus ? { status: oneOf("active", "deprecated", "deleted") } : {}),
      ...(format.presentation
        ? { title: { type: "string", minLength: 1, maxLength: 100 }, icons: list(ref("Icon")) }
        : {}),
    },
    ["name", "description", "version"],
  );
}

const icon = object(
  {
    src: { ...uri, maxLength: 255 },
    mimeType: oneOf("image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"),
    sizes: list({ type: "string", pattern: "^(\\d+x\\d+|any)$" }),
    theme: oneOf("light", "dark"),
  },
  ["src"],
);

function serverPackage(format: Format, members: Members, name: (camel: string) => string): Schema {
  return object(
    members({
      registryType: text,
      registryBaseUrl: uri,
      identifier: text,
      version: { type: "string", minLength: 1, not: { const: "latest" } },
      fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
      runtimeHint: text,
      transport: ref("LocalTransport"),
      runtimeArguments: list(ref("Argument")),
      packageArguments: list(ref("Argument")),
      environmentVariables: list(ref("KeyValueInput")),
    }),
    [name("registryType"), "identifier", "transport", ...(format.strictPackages ? ["version"] : [])],
    format.strictPackages ? { additionalProperties: false } : {},
  );
}

function inputs(format: Format, members: Members, name: (camel: string) => string): Schema {
  const input = members({
    description: text,
    isRequired: flag,
    format: oneOf("string", "number", "boolean", "filepath"),
    value: text,
    isSecret: flag,
    default: text,
    choices: list(text),
    ...(format.presentation ? { placeholder: text } : {}),
  });
  const withVariables = { ...input, variables: ref("Variables") };
  const valueHint = name("valueHint");
  return {
    Input: object(input),
    Variables: { type: "object", additionalProperties: ref("Input") },
    KeyValueInput: object({ ...withVariables, name: text }, ["name"]),
    Argument: object(
      { ...withVariables, type: oneOf("positional", "named"), ...members({ isRepeated: flag }) },
      ["type"],
      {
        allOf: [
          when(["positional"], {
            properties: { [valueHint]: text },
            // One of the two is enough.
            if: { required: ["value"] },
            else: { required: [valueHint] },
          }),
          when(["named"], { properties: { name: text }, required: ["name"] }),
        ],
      },
    ),
  };
}

function transports(format: Format): Schema {
  const url = (anyUrl: Schema): Schema => (format.anyUrl ? anyUrl : { type: "string", pattern: "^https?://[^\\s]+$" });
  const http = (of: Schema): Schema => ({
    properties: { url: of, headers: list(ref("KeyValueInput")) },
    required: ["url"],
  });
  const kinds = [when(["streamable-http"], http(url(text))), when(["sse"], http(url(uri)))];
  return {
    LocalTransport: object({ type: oneOf("stdio", "streamable-http", "sse") }, ["type"], { allOf: kinds }),
    RemoteTransport: object(
      { type: oneOf("streamable-http", "sse"), ...(format.remoteVariables ? { variables: ref("Variables") } : {}) },
      ["type"],
      { allOf: kinds },
    ),
  };
}
