/** Turns what was sent into the checked input that `run` receives: text is converted by schema, nothing else is changed. */
import { Compile } from "typebox/compile";
import type { TObject, TSchema } from "typebox";
import type { AnyEndpoint, InputSchemas } from "./endpoint.ts";
import type { InputIssue, ServiceForm } from "./form.ts";

export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type ParsedInput =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

export type InputParser = (raw: RawInput) => ParsedInput;

/** More issues than this help nobody, and an array of a million wrong members must not make a million sentences. */
const MAX_ISSUES = 20;

/** Compiles the schemas of one endpoint, once, at start. */
export function inputParser(endpoint: AnyEndpoint, form: ServiceForm): InputParser {
  const schemas = endpoint.input as InputSchemas;
  const places: ((raw: RawInput, input: Record<string, unknown>, issues: InputIssue[]) => void)[] = [];

  if (schemas.path) places.push(textPlace("path", schemas.path, (raw) => raw.path, false, form.ignoreCase === true));
  if (schemas.query) {
    const ignore = form.unknownMembers.query === "ignore";
    places.push(textPlace("query", schemas.query, (raw) => raw.query, ignore, form.ignoreCase === true));
  }
  if (schemas.params) {
    const merge = form.mergeParams ?? ((query, body) => ({ ...body, ...query }));
    const members = (raw: RawInput): Record<string, unknown> => merge({ ...raw.query }, asRecord(raw.body));
    const ignore = form.unknownMembers.body === "ignore";
    places.push(textPlace("params", schemas.params, members, ignore, form.ignoreCase === true));
  }
  if (schemas.body) places.push(bodyPlace(schemas.body));

  return (raw) => {
    const input: Record<string, unknown> = {};
    const issues: InputIssue[] = [];
    for (const read of places) read(raw, input, issues);
    return issues.length === 0 ? { ok: true, input } : { ok: false, issues: issues.slice(0, MAX_ISSUES) };
  };
}

function textPlace(
  place: "path" | "query" | "params",
  schema: TObject,
  members: (raw: RawInput) => Readonly<Record<string, unknown>>,
  ignoreUnknown: boolean,
  ignoreCase: boolean,
) {
  const validator = Compile(schema);
  const properties = Object.entries(schema.properties as Record<string, TSchema>);
  const canonical = new Map(properties.map(([name]) => [ignoreCase ? name.toLowerCase() : name, name]));

  return (raw: RawInput, input: Record<string, unknown>, issues: InputIssue[]): void => {
    const value: Record<string, unknown> = {};
    for (const [sentName, sent] of Object.entries(members(raw))) {
      const name = canonical.get(ignoreCase ? sentName.toLowerCase() : sentName);
      if (name !== undefined) value[name] = convert(sent, schema.properties[name] as TSchema);
      else if (!ignoreUnknown) value[sentName] = sent;
    }
    for (const [name, property] of properties) {
      const fallback = (property as { default?: unknown }).default;
      if (value[name] === undefined && fallback !== undefined) value[name] = fallback;
    }
    if (validator.Check(value)) input[place] = value;
    else issues.push(...issuesOf(place, validator.Errors(value)));
  };
}

function bodyPlace(schema: TSchema) {
  const validator = Compile(schema);
  return (raw: RawInput, input: Record<string, unknown>, issues: InputIssue[]): void => {
    if (validator.Check(raw.body)) input["body"] = raw.body;
    else issues.push(...issuesOf("body", validator.Errors(raw.body)));
  };
}

/** The members of a form or JSON object; anything else has none. */
function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

/**
 * Text as people send it, as the schema's type: `"30"` for an integer, `"true"` for a boolean, one value for a list.
 * What does not convert stays as it is and fails the check.
 */
function convert(sent: unknown, schema: TSchema): unknown {
  const { type, items } = schema as { type?: string; items?: TSchema };
  if (type === "array") {
    const list = Array.isArray(sent) ? sent : [sent];
    return items ? list.map((item) => convert(item, items)) : list;
  }
  if (typeof sent !== "string") return sent;
  if (type === "integer" && /^[+-]?\d{1,15}$/.test(sent)) return Number(sent);
  if (type === "number" && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(sent)) return Number(sent);
  if (type === "boolean") return { true: true, "1": true, false: false, "0": false }[sent.toLowerCase()] ?? sent;
  return sent;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function issuesOf(place: InputIssue["place"], errors: Iterable<SchemaError>): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const error of errors) {
    // "schema is false" doubles the `additionalProperties` issue of the object that holds the member.
    if (error.keyword === "boolean") continue;
    issues.push({
      place,
      path: error.instancePath
        .split("/")
        .slice(1)
        .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~")),
      keyword: error.keyword,
      message: error.message,
      params: error.params as Readonly<Record<string, unknown>>,
    });
    if (issues.length === MAX_ISSUES) break;
  }
  return issues;
}
