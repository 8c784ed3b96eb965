/**
 * The schemas of the registry's OpenAPI document, under the names of the public registry. They are made of the members
 * that `server-detail.ts` checks. The rules of publishing are added: the kinds of transport and argument, and the form
 * of a URL. All objects are open, because entries of later formats are served as they are.
 */
import type { TObject, TSchema } from "typebox";
import {
  argument,
  icon,
  input,
  keyValueInput,
  localTransport,
  remoteTransport,
  repository,
  serverDetailBody,
  serverPackage,
} from "./server-detail.ts";

type Properties = Readonly<Record<string, TSchema>>;

/** How a URL begins that may hold variables: with its scheme, or with a variable that holds scheme and host. */
const URL_TEMPLATE = "^(https?://[^\\s]+|\\{[^{}\\s]+\\}[^\\s]*)$";

/** The key in `_meta` that publishers' tools use. */
const PUBLISHERS_OWN = "io.modelcontextprotocol.registry/publisher-provided";

const { type: _argumentType, name: flag, valueHint, isRepeated, variables } = propertiesOf(argument);
const { url: endpointUrl, headers } = propertiesOf(localTransport);

const documentedInput = object("Input", propertiesOf(input));

const inputWithVariables: TSchema = {
  title: "InputWithVariables",
  allOf: [documentedInput, members({ variables: variablesOf(variables) })],
};

const keyValue: TSchema = {
  title: "KeyValueInput",
  allOf: [inputWithVariables, members(only(propertiesOf(keyValueInput), ["name"]), ["name"])],
};

const positionalArgument: TSchema = {
  title: "PositionalArgument",
  description: "A value in the command line, unchanged.",
  allOf: [
    inputWithVariables,
    members({ type: kind("positional"), ...present({ valueHint, isRepeated }) }, ["type"]),
    // Apart from the members: generators of types take a choice beside members for the whole object.
    { anyOf: [{ required: ["valueHint"] }, { required: ["value"] }] },
  ],
};

const namedArgument: TSchema = {
  title: "NamedArgument",
  description: "A flag of the command line, with a value or without.",
  allOf: [
    inputWithVariables,
    members({ type: kind("named"), ...present({ name: flag, isRepeated }) }, ["type", "name"]),
  ],
};

const stdioTransport = object("StdioTransport", { type: kind("stdio") }, ["type"]);
const httpTransport = urlTransport("StreamableHttpTransport", "streamable-http");
const sseTransport = urlTransport("SseTransport", "sse");

/** By name. A schema of the table with this title is shown so. */
export const documentedSchemas: Readonly<Record<string, TSchema>> = {
  Timestamp: {
    title: "Timestamp",
    type: "string",
    format: "date-time",
    description: "An instant as RFC 3339.",
    examples: ["2025-08-07T13:15:04.280Z"],
  },
  Repository: withFormats(opened(repository), { url: { format: "uri" } }),
  Icon: withFormats(opened(icon), { src: { format: "uri", pattern: "^https://" } }),
  Input: documentedInput,
  InputWithVariables: inputWithVariables,
  KeyValueInput: keyValue,
  PositionalArgument: positionalArgument,
  NamedArgument: namedArgument,
  Argument: { title: "Argument", anyOf: [positionalArgument, namedArgument] },
  StdioTransport: stdioTransport,
  StreamableHttpTransport: httpTransport,
  SseTransport: sseTransport,
  LocalTransport: {
    title: "LocalTransport",
    ...describedAs(localTransport),
    anyOf: [stdioTransport, httpTransport, sseTransport],
  },
  RemoteTransport: {
    title: "RemoteTransport",
    ...describedAs(remoteTransport),
    allOf: [
      { anyOf: [httpTransport, sseTransport] },
      members({ variables: variablesOf(propertiesOf(remoteTransport)["variables"]) }),
    ],
  },
  Package: withFormats(opened(serverPackage), {
    registryBaseUrl: { format: "uri" },
    version: { not: { const: "latest" } },
  }),
  ServerDetail: {
    ...withFormats(opened(serverDetailBody), {
      $schema: { format: "uri" },
      websiteUrl: { format: "uri", pattern: "^https://" },
      _meta: { properties: { [PUBLISHERS_OWN]: { type: "object", additionalProperties: true } } },
    }),
    description:
      "A publisher's description of one version. Publishing refuses members that are not named here. Entries that were " +
      "imported are served as they are, and a few of the public registry break these rules.",
  },
};

function propertiesOf(schema: TObject): Properties {
  return schema.properties;
}

function describedAs(schema: TSchema): { readonly description?: string } {
  const { description } = schema as { readonly description?: string };
  return description === undefined ? {} : { description };
}

/** The same object, and any other members beside. */
function opened(schema: TObject): TObject {
  const { additionalProperties: _closed, ...open } = schema as TObject & { readonly additionalProperties?: unknown };
  return open;
}

/** The same object with more keywords at some of its members. */
function withFormats(schema: TObject, keywords: Readonly<Record<string, object>>): TSchema {
  const changed = Object.entries(keywords).map(([name, more]) => [name, { ...schema.properties[name], ...more }]);
  return { ...schema, properties: { ...schema.properties, ...(Object.fromEntries(changed) as Properties) } };
}

function members(properties: Properties, required: readonly string[] = []): TSchema {
  return { type: "object", ...(required.length === 0 ? {} : { required }), properties };
}

function object(title: string, properties: Properties, required?: readonly string[]): TSchema {
  return { title, ...members(properties, required) };
}

function kind(name: string): TSchema {
  return { type: "string", enum: [name] };
}

function urlTransport(title: string, type: string): TSchema {
  const url = { ...endpointUrl, pattern: URL_TEMPLATE };
  return object(title, { type: kind(type), url, ...present({ headers }) }, ["type", "url"]);
}

/** Names to inputs. The names have the pattern that the check asks for. */
function variablesOf(checked: TSchema | undefined): TSchema {
  const {
    patternProperties = {},
    maxProperties,
    ...rest
  } = (checked ?? {}) as {
    readonly patternProperties?: Properties;
    readonly maxProperties?: number;
    readonly description?: string;
  };
  const [pattern] = Object.keys(patternProperties);
  return {
    type: "object",
    ...describedAs(rest),
    maxProperties,
    propertyNames: { pattern },
    additionalProperties: documentedInput,
  };
}

function only(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

function present(properties: Readonly<Record<string, TSchema | undefined>>): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, TSchema] => entry[1] !== undefined),
  );
}
