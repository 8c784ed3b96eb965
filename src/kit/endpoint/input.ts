/** Turns what was sent into the checked input that `run` receives: text is converted by schema, nothing else is changed. */
import { Compile } from "typebox/compile";
import type { TObject, TSchema } from "typebox";
import type { AnyEndpoint } from "./endpoint.ts";
import type { InputIssue, ServiceForm } from "./form.ts";
import { converter, takesList } from "./text-value.ts";
import { closed, pruner } from "./unknown-members.ts";

export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type ParsedInput =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

export type InputParser = (raw: RawInput) => ParsedInput;

type Members = Readonly<Record<string, unknown>>;
type ReadPlace = (raw: RawInput, input: Record<string, unknown>, issues: InputIssue[]) => void;

/** More issues than this are not useful, and an array of a million wrong members must not make a million sentences. */
const MAX_ISSUES = 20;

/** Compiles the schemas of one endpoint, once, at start. */
export function inputParser(endpoint: AnyEndpoint, form: ServiceForm): InputParser {
  const schemas = endpoint.input;
  const places: ReadPlace[] = [];

  if (schemas.path) places.push(textPlace("path", schemas.path, (raw) => raw.path, form, "refuse"));
  if (schemas.query) {
    places.push(textPlace("query", schemas.query, (raw) => raw.query, form, form.unknownMembers.query));
  }
  if (schemas.headers) places.push(textPlace("headers", schemas.headers, (raw) => raw.headers, form, "ignore"));
  if (schemas.params) {
    const merge = form.mergeParams ?? ((query, body) => ({ ...body, ...query }));
    const members = (raw: RawInput): Members => merge({ ...raw.query }, asRecord(raw.body));
    places.push(textPlace("params", schemas.params, members, form, form.unknownMembers.body));
  }
  if (schemas.body) places.push(bodyPlace("body", schemas.body, form.unknownMembers.body));
  if (schemas.text) places.push(bodyPlace("text", schemas.text, "ignore"));

  return (raw) => {
    const input: Record<string, unknown> = {};
    const issues: InputIssue[] = [];
    for (const read of places) read(raw, input, issues);
    return issues.length === 0 ? { ok: true, input } : { ok: false, issues: issues.slice(0, MAX_ISSUES) };
  };
}

function textPlace(
  place: "path" | "query" | "headers" | "params",
  schema: TObject,
  membersOf: (raw: RawInput) => Members,
  form: ServiceForm,
  unknown: "refuse" | "ignore",
): ReadPlace {
  const validator = Compile(schema);
  const ignoreCase = form.ignoreCase === true;
  const fold = (name: string): string => (ignoreCase ? name.toLowerCase() : name);
  const properties = Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => ({
    name,
    isList: takesList(property),
    fallback: (property as { default?: unknown }).default,
    convert: converter(property, ignoreCase),
  }));
  const byName = new Map(properties.map((property) => [fold(property.name), property]));
  const hasBracketLists = form.listNames === "brackets" && properties.some(({ isList }) => isList);
  const takesOthers = takesAnyName(schema);

  return (raw, input, issues) => {
    const value: Record<string, unknown> = {};
    const strangers: string[] = [];
    const repeated = new Set<string>();
    const sent = membersOf(raw);
    const listOf = (name: string): unknown[] => {
      const list = (value[name] as unknown[] | undefined) ?? [];
      value[name] = list;
      return list;
    };
    for (const sentName of Object.keys(sent)) {
      const property = byName.get(fold(sentName));
      if (property) {
        if (property.isList) joined(listOf(property.name), sent[sentName]);
        else if (Object.hasOwn(value, property.name)) repeated.add(property.name);
        else value[property.name] = sent[sentName];
        if (place === "query" && !property.isList && Array.isArray(sent[sentName])) repeated.add(property.name);
        continue;
      }
      const spelled = hasBracketLists ? LIST_NAME.exec(sentName) : null;
      const list = spelled ? byName.get(fold(spelled[1] ?? "")) : undefined;
      if (list?.isList && spelled?.[2] === undefined) joined(listOf(list.name), sent[sentName]);
      else if (list?.isList) listOf(list.name)[Number(spelled?.[2])] = sent[sentName];
      else if (takesOthers && sentName !== "__proto__") value[sentName] = sent[sentName];
      else if (unknown === "refuse") strangers.push(sentName);
    }
    for (const { name, fallback, convert } of properties) {
      if (value[name] !== undefined) value[name] = convert(value[name]);
      else if (fallback !== undefined) value[name] = fallback;
    }
    if (strangers.length > 0) issues.push(strangerIssue(place, strangers));
    if (repeated.size > 0) issues.push(...Array.from(repeated, (name) => repeatedIssue(place, name)));
    else if (validator.Check(value)) input[place] = value;
    else issues.push(...issuesOf(place, validator.Errors(value)));
  };
}

/** `name[]` and `name[7]`, as HTML forms and PHP clients write lists. A list in a URL or form ends at 999. */
const LIST_NAME = /^(.+)\[(\d{1,3})?\]$/s;

/** More of the same list, in its place: a list may be sent in thousands of pieces, each under another spelling. */
function joined(list: unknown[], sent: unknown): void {
  if (!Array.isArray(sent)) list.push(sent);
  else for (const item of sent as unknown[]) list.push(item);
}

function takesAnyName(schema: TObject): boolean {
  const { additionalProperties, patternProperties } = schema as {
    additionalProperties?: unknown;
    patternProperties?: object;
  };
  return (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined;
}

function bodyPlace(name: "body" | "text", schema: TSchema, unknown: "refuse" | "ignore"): ReadPlace {
  const prune = unknown === "ignore" ? pruner(schema) : undefined;
  const validator = Compile(unknown === "refuse" ? closed(schema) : schema);
  return (raw, input, issues) => {
    const body = prune ? prune(raw.body) : raw.body;
    if (validator.Check(body)) input[name] = body;
    else issues.push(...issuesOf("body", validator.Errors(body)));
  };
}

/** The members of a form or JSON object; anything else has none. */
function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

function strangerIssue(place: InputIssue["place"], names: readonly string[]): InputIssue {
  return {
    place,
    path: [],
    keyword: "additionalProperties",
    message: "must not have additional properties",
    params: { additionalProperties: names.slice(0, MAX_ISSUES) },
  };
}

/** Which of several values counts is nothing to guess; spellings of one name count together where case does not matter. */
function repeatedIssue(place: InputIssue["place"], name: string): InputIssue {
  return { place, path: [name], keyword: "type", message: "must be given once", params: {} };
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function issuesOf(place: InputIssue["place"], errors: Iterable<SchemaError>): InputIssue[] {
  const issues: InputIssue[] = [];
  const strangers: (readonly string[])[] = [];
  for (const error of errors) {
    const path = error.instancePath
      .split("/")
      .slice(1)
      .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
    // "schema is false" doubles the `additionalProperties` issue of the object that holds the member.
    if (error.keyword === "boolean") {
      strangers.push(path);
      continue;
    }
    const params = error.params as Readonly<Record<string, unknown>>;
    issues.push({ place, path, keyword: error.keyword, message: error.message, params });
    if (issues.length === MAX_ISSUES) break;
  }
  // The validator reports so many members that it never gets to the object that holds them.
  if (issues.length === 0) {
    const parent = strangers[0]?.slice(0, -1) ?? [];
    const names = strangers.filter((path) => path.length === parent.length + 1).map((path) => path.at(-1) ?? "");
    issues.push({ ...strangerIssue(place, names), path: parent });
  }
  return issues;
}
