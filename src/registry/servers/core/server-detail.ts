/**
 * A publisher's description of one version of a server: the body of publish, replace and validate. The schemas here
 * hold the type constraints alone (members, types, lengths, patterns, closed lists). Kinds of argument and transport
 * are one object each, because "no member of the union matched" does not help a publisher. The rules of publishing
 * check the needs of each kind, and can point at them.
 */
import { Type, type Static } from "typebox";

/**
 * The limits of a description. They are far above what publishers use (at most 7 packages, 30 remotes, 52 inputs of
 * one kind and texts of 350 characters in the public registry of November 2025), and far below what would do harm.
 */
const SERVER_DETAIL_LIMITS = {
  packages: 100,
  remotes: 100,
  icons: 100,
  /** Arguments of one list, headers of one transport, environment variables of one package. */
  inputs: 500,
  /** Of one input or remote. */
  variables: 100,
  choices: 500,
  iconSizes: 100,
  /** Names of variables, inputs, hosting services and package types; ids; hints. In characters. */
  nameCharacters: 255,
  urlCharacters: 2_048,
  /** Identifiers of packages may be URLs of files. */
  identifierCharacters: 2_048,
  /** Of an input: description, value, default, placeholder, each choice. */
  textCharacters: 10_000,
} as const;

const limits = SERVER_DETAIL_LIMITS;
const closed = { additionalProperties: false } as const;

const shortText = (description: string) => Type.String({ maxLength: limits.nameCharacters, description });
const requiredName = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.nameCharacters, description });
const url = (description: string) => Type.String({ maxLength: limits.urlCharacters, description });
const text = (description: string) => Type.String({ maxLength: limits.textCharacters, description });

export const repository = Type.Object(
  {
    url: Type.Optional(url("Where people browse the source code and git clones it from.")),
    source: Type.Optional(shortText("The hosting service: `github` or `gitlab`.")),
    id: Type.Optional(shortText("What the hosting service calls the repository, whatever its name becomes.")),
    subfolder: Type.Optional(url("The server's folder within the repository: relative, no `.` or `..`.")),
  },
  {
    ...closed,
    dependentRequired: { url: ["source"], source: ["url"] },
    title: "Repository",
    description: "Where the source code is. An empty object is taken as none.",
  },
);

export const icon = Type.Object(
  {
    src: Type.String({ minLength: 1, maxLength: 255, description: "An https URL." }),
    mimeType: Type.Optional(Type.Enum(["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"])),
    sizes: Type.Optional(
      Type.Array(Type.String({ pattern: "^(\\d{1,6}x\\d{1,6}|any)$" }), {
        maxItems: limits.iconSizes,
        description: "Width and height in pixels, such as `48x48`, or `any`.",
      }),
    ),
    theme: Type.Optional(Type.Enum(["light", "dark"], { description: "The background that the icon is made for." })),
  },
  { ...closed, title: "Icon" },
);

const inputMembers = {
  description: Type.Optional(text("What the person who fills it in should know.")),
  isRequired: Type.Optional(Type.Boolean({ default: false })),
  format: Type.Optional(Type.Enum(["string", "number", "boolean", "filepath"], { default: "string" })),
  value: Type.Optional(text("Fixed by the publisher. `{name}` is replaced by a variable.")),
  isSecret: Type.Optional(Type.Boolean({ default: false, description: "To be kept out of sight and out of logs." })),
  default: Type.Optional(text("Taken where the person gives nothing.")),
  placeholder: Type.Optional(text("Shown in the empty field.")),
  choices: Type.Optional(
    Type.Array(Type.String({ maxLength: limits.textCharacters }), {
      maxItems: limits.choices,
      description: "The only values allowed.",
    }),
  ),
};

export const input = Type.Object(inputMembers, { ...closed, title: "Input" });

const variables = (description: string) =>
  Type.Record(Type.String({ pattern: `^[^{}]{1,${limits.nameCharacters}}$` }), input, {
    additionalProperties: false,
    maxProperties: limits.variables,
    description,
  });

const inputWithVariables = {
  ...inputMembers,
  variables: Type.Optional(variables("The value of `{name}`.")),
};

export const argument = Type.Object(
  {
    type: requiredName("`positional` or `named`."),
    name: Type.Optional(shortText("Of a named argument, which needs one: the flag with its dashes.")),
    valueHint: Type.Optional(shortText("Of a positional argument, which needs this or a value: what it is.")),
    isRepeated: Type.Optional(Type.Boolean({ default: false, description: "May be given several times." })),
    ...inputWithVariables,
  },
  { ...closed, title: "Argument" },
);

export const keyValueInput = Type.Object(
  { name: requiredName("Of the header or environment variable."), ...inputWithVariables },
  { ...closed, title: "KeyValueInput" },
);

const inputs = <Item extends typeof argument | typeof keyValueInput>(item: Item, description: string) =>
  Type.Array(item, { maxItems: limits.inputs, description });

const endpointMembers = {
  url: Type.Optional(url("http or https; `{name}` is replaced by a variable. Needed by all but `stdio`.")),
  headers: Type.Optional(inputs(keyValueInput, "Sent with each request.")),
};

export const localTransport = Type.Object(
  { type: requiredName("`stdio`, `streamable-http` or `sse`."), ...endpointMembers },
  { ...closed, title: "LocalTransport", description: "How to speak to the server once it runs on one's own machine." },
);

export const remoteTransport = Type.Object(
  {
    type: requiredName("`streamable-http` or `sse`."),
    ...endpointMembers,
    variables: Type.Optional(variables("The value of `{name}` in the URL.")),
  },
  { ...closed, title: "RemoteTransport", description: "A server that runs elsewhere." },
);

export const serverPackage = Type.Object(
  {
    registryType: requiredName("Where it is kept: `npm`, `pypi`, `oci`, `nuget`, `mcpb`, ..."),
    registryBaseUrl: Type.Optional(url("Of the package registry.")),
    identifier: Type.String({
      minLength: 1,
      maxLength: limits.identifierCharacters,
      description: "The package's name, or the URL of the file.",
    }),
    version: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "Exactly one version: no range, not `latest`." }),
    ),
    fileSha256: Type.Optional(
      Type.String({ pattern: "^[a-f0-9]{64}$", description: "Digest of the file. Needed for `mcpb`." }),
    ),
    runtimeHint: Type.Optional(shortText("The command that runs the package: `npx`, `uvx`, `docker`, `dnx`, ...")),
    transport: localTransport,
    runtimeArguments: Type.Optional(inputs(argument, "For the runtime's command.")),
    packageArguments: Type.Optional(inputs(argument, "For the package's own program.")),
    environmentVariables: Type.Optional(inputs(keyValueInput, "To be set where the package runs.")),
  },
  { ...closed, title: "Package" },
);

/** The body of publish, replace and validate: type constraints of every member, closed but for `_meta`. */
export const serverDetailBody = Type.Object(
  {
    $schema: Type.Optional(url("The published schema that this document follows.")),
    name: Type.String({
      minLength: 3,
      maxLength: 200,
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      description: "A reverse DNS namespace, one slash, and the server's own name: `com.example/weather`.",
    }),
    description: Type.String({ minLength: 1, maxLength: 100, description: "What the server can do." }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "The name to show to people." })),
    repository: Type.Optional(repository),
    version: Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Semantic versioning sorts best. Not a range, not `latest`.",
    }),
    websiteUrl: Type.Optional(url("An https URL: home page, documentation.")),
    icons: Type.Optional(Type.Array(icon, { maxItems: limits.icons })),
    packages: Type.Optional(Type.Array(serverPackage, { maxItems: limits.packages })),
    remotes: Type.Optional(Type.Array(remoteTransport, { maxItems: limits.remotes })),
    _meta: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>(
        Type.Object(
          {},
          { additionalProperties: true, description: "The publisher's own data, below namespaced keys." },
        ),
      ),
    ),
  },
  { ...closed, title: "ServerDetail" },
);

/** A server's description, as its publisher wrote it. */
export type ServerDetail = Static<typeof serverDetailBody>;
export type ServerPackage = Static<typeof serverPackage>;
export type RemoteTransport = Static<typeof remoteTransport>;
export type Argument = Static<typeof argument>;
export type KeyValueInput = Static<typeof keyValueInput>;
export type Input = Static<typeof input>;
export type Repository = Static<typeof repository>;
export type Icon = Static<typeof icon>;

/**
 * The description as it is to be judged and kept: without an empty `repository`, `$schema` or `websiteUrl`, which older
 * publishing tools send, and which clients cannot read as an address. Answers the same object when there is nothing to
 * drop; never changes the one it is given.
 */
export function normaliseServerDetail(detail: ServerDetail): ServerDetail {
  const { $schema, repository: source, websiteUrl, ...rest } = detail;
  const dropSchema = $schema === "";
  const dropSource = source !== undefined && !source.url && !source.source;
  const dropWebsite = websiteUrl === "";
  if (!dropSchema && !dropSource && !dropWebsite) return detail;
  return {
    ...($schema === undefined || dropSchema ? {} : { $schema }),
    ...rest,
    ...(source === undefined || dropSource ? {} : { repository: source }),
    ...(websiteUrl === undefined || dropWebsite ? {} : { websiteUrl }),
  };
}
