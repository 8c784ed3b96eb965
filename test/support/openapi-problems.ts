/** The problems of an OpenAPI document, as far as they can be found without a linter. */
import { Ajv2020 } from "ajv/dist/2020.js";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: unknown }[];
  readonly requestBody?: { content: Record<string, { schema?: unknown }> };
  readonly responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
  readonly security?: readonly Record<string, unknown>[];
}

interface Document {
  readonly openapi?: string;
  readonly info?: { title?: string; version?: string };
  readonly paths?: Record<string, Record<string, Operation>>;
  readonly components?: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
}

/**
 * Parameters are those of the paths, ids are unique, references resolve, security is declared, every response is
 * described, and every schema is a JSON schema of the 2020-12 dialect, which OpenAPI 3.1 uses.
 */
export function documentProblems(given: object): string[] {
  const document: Document = given;
  const problems: string[] = [];
  if (!/^3\.1\.\d+$/.test(document.openapi ?? "")) problems.push("openapi is not 3.1");
  if (!document.info?.title || !document.info.version) problems.push("info lacks title or version");
  const ids = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    if (!path.startsWith("/")) problems.push(`the path ${path} does not begin with a slash`);
    for (const [method, operation] of Object.entries(operations)) {
      const at = `${method} ${path}`;
      if (!METHODS.has(method)) problems.push(`${at}: there is no such method`);
      if (operation.operationId === undefined || ids.has(operation.operationId)) {
        problems.push(`${at}: its id ${operation.operationId} is not its own`);
      }
      ids.add(operation.operationId ?? "");
      problems.push(...operationProblems(document, path, operation).map((problem) => `${at}: ${problem}`));
    }
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { at, schema } of schemasOf(document)) {
    if (schema === undefined) problems.push(`${at}: there is no schema`);
    else if (!ajv.validateSchema(schema as object)) problems.push(`${at}: ${ajv.errorsText(ajv.errors)}`);
  }
  return [
    ...problems,
    ...referencesOf(document)
      .filter((to) => !leadsSomewhere(document, to))
      .map((to) => `${to} leads nowhere`),
  ];
}

function operationProblems(document: Document, path: string, operation: Operation): string[] {
  const problems: string[] = [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const parameters = operation.parameters ?? [];
  const declared = parameters.filter((each) => each.in === "path").map(({ name }) => name);
  for (const name of inPath) if (!declared.includes(name)) problems.push(`the parameter ${name} is not declared`);
  for (const name of declared) if (!inPath.includes(name)) problems.push(`the parameter ${name} is not in the path`);
  if (parameters.some((each) => each.in === "path" && each.required !== true))
    problems.push("a path parameter is optional");
  const keys = parameters.map((each) => `${each.in} ${each.name}`);
  if (new Set(keys).size < keys.length) problems.push("a parameter is declared twice");
  const answers = Object.entries(operation.responses ?? {});
  if (answers.length === 0) problems.push("it has no responses");
  for (const [status, { description }] of answers) {
    if (!/^([1-5]\d\d|default)$/.test(status)) problems.push(`${status} is not a status`);
    if (description === undefined) problems.push(`its ${status} is not described`);
  }
  const schemes = document.components?.securitySchemes ?? {};
  for (const name of (operation.security ?? []).flatMap((each) => Object.keys(each))) {
    if (!(name in schemes)) problems.push(`the security scheme ${name} is not declared`);
  }
  return problems;
}

function* schemasOf({ paths = {}, components = {} }: Document): Generator<{ at: string; schema: unknown }> {
  for (const [name, schema] of Object.entries(components.schemas ?? {})) yield { at: `schema ${name}`, schema };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses = {} }] of Object.entries(operations)) {
      const at = `${method} ${path}`;
      for (const { name, schema } of parameters) yield { at: `${at}, parameter ${name}`, schema };
      for (const { schema } of Object.values(requestBody?.content ?? {})) yield { at: `${at}, body`, schema };
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema } of Object.values(content)) yield { at: `${at}, ${status}`, schema };
      }
    }
  }
}

function referencesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "$ref" && typeof member === "string" ? [member] : referencesOf(member),
  );
}

function leadsSomewhere(document: Document, reference: string): boolean {
  if (!reference.startsWith("#/")) return false;
  let place: unknown = document;
  for (const part of reference.slice(2).split("/")) {
    const name = part.replace(/~1/g, "/").replace(/~0/g, "~");
    place = typeof place === "object" && place !== null ? (place as Record<string, unknown>)[name] : undefined;
  }
  return place !== undefined;
}
