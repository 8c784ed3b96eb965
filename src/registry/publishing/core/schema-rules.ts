/** Holds a description against the JSON schema of the version that it names. */
import { Ajv } from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { cutIssues, type Issue } from "./issue.ts";
import { SCHEMA_VERSIONS, serverJsonSchema } from "./server-json-schema.ts";
import type { SchemaVersion } from "./server-json-schema.ts";

/** More than this are not useful. */
const MAX_SCHEMA_ISSUES = 100;

/**
 * The issues that the JSON schema of `version` has with the document, at most 100 and how many more. Nothing is converted, removed or
 * filled in. A schema is compiled at its first use, which takes up to a tenth of a second, or by
 * `ensureSchemaValidators`.
 */
export function schemaIssues(document: unknown, version: SchemaVersion): Issue[] {
  const validate = validatorOf(version);
  if (validate(document)) return [];
  const errors = (validate.errors ?? []).filter((error) => !CONSEQUENCES.has(error.keyword));
  const show = (error: ErrorObject) => issueOf(error, validate.schema as SchemaNode);
  return cutIssues(errors, MAX_SCHEMA_ISSUES, { of: "the JSON schema", issueOf: show });
}

/** Keywords that fail only because one within them did. */
const CONSEQUENCES = new Set(["if", "allOf"]);

const compiled = new Map<SchemaVersion, ValidateFunction>();

function validatorOf(version: SchemaVersion): ValidateFunction {
  const known = compiled.get(version);
  if (known) return known;
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, logger: false });
  ajvFormats.default(ajv);
  const validate = ajv.compile(serverJsonSchema(version));
  compiled.set(version, validate);
  return validate;
}

/** Compiles the schemas of all versions, so that no request waits for that. */
export function ensureSchemaValidators(): void {
  for (const version of SCHEMA_VERSIONS) validatorOf(version);
}

function issueOf(error: ErrorObject, schema: SchemaNode): Issue {
  const params = error.params as Readonly<Record<string, unknown>>;
  const member = params["missingProperty"] ?? params["additionalProperty"];
  const path = pathOf(error.instancePath) + (typeof member === "string" ? `.${member.slice(0, 60)}` : "");
  return {
    type: "schema",
    path: path.replace(/^\./, ""),
    message: messageOf(error.keyword, params) ?? error.message ?? "does not fit the schema",
    severity: "error",
    reference: error.schemaPath.startsWith("#/definitions/")
      ? error.schemaPath
      : `#/definitions/${definitionAt(schema, error.instancePath)}${error.schemaPath.slice(1)}`,
  };
}

interface SchemaNode {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode;
  readonly items?: SchemaNode;
  readonly allOf?: readonly { readonly then: SchemaNode }[];
}

/** The definition that describes a place of the document. Ajv counts its paths from there. */
function definitionAt(schema: SchemaNode, pointer: string): string {
  let definition = "ServerDetail";
  let node = schema.definitions?.[definition];
  for (const part of pointer.split("/").slice(1)) {
    const parents = [node, ...(node?.allOf ?? []).map((kind) => kind.then)];
    const child: SchemaNode | undefined =
      node?.items ?? parents.map((parent) => parent?.properties?.[part]).find(Boolean) ?? node?.additionalProperties;
    const name = child?.$ref?.split("/").at(-1);
    definition = name ?? definition;
    node = name === undefined ? child : schema.definitions?.[name];
  }
  return definition;
}

function messageOf(keyword: string, params: Readonly<Record<string, unknown>>): string | undefined {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not known in this version of the format";
  if (keyword === "enum") return `must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
  if (keyword === "not") return "must not be 'latest'";
  if (keyword === "format") return "must be an absolute URI, with braces and letters outside ASCII percent-encoded";
  return undefined;
}

/** `/packages/0/transport` as `packages[0].transport`. */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.slice(0, 60)}`))
    .join("");
}
