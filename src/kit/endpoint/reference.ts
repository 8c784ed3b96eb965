/** Reference pages for people, made from the tables: `docs/generated/<service>-api.md` and `docs/generated/errors.md`. */
import type { TObject, TSchema } from "typebox";
import { schemaText } from "../config/schema-text.ts";
import type { DeclaredError } from "../errors/catalogue.ts";
import { methodsOf, type AnyEndpoint, type Example } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { areasOf } from "./openapi.ts";
import type { Output } from "./output.ts";
import { markdownTable, objectRows, TitledObjects } from "./reference-objects.ts";

/** The Markdown reference of a service: every endpoint by area, then the objects that they share. */
export function reference(form: ServiceForm, endpoints: readonly AnyEndpoint[]): string {
  const objects = new TitledObjects();
  const parts = [`# ${form.title}`, form.description, prefixes(form)];
  for (const area of areasOf(endpoints)) {
    parts.push(`## ${area}`);
    for (const endpoint of endpoints.filter(({ id }) => id.startsWith(`${area}.`) || id === area)) {
      parts.push(...endpointParts(form, endpoint, objects));
    }
  }
  parts.push("## Errors", "Every refusal has this body:", ...objectParts(form.errorSchema, objects));
  const shared = objects.parts();
  if (shared.length > 0) parts.push("## Objects", ...shared);
  return `${parts.join("\n\n")}\n`;
}

/** A service, whose form knows the errors of its endpoints beside the declared ones. */
export interface ErrorSource {
  readonly form: ServiceForm;
  readonly endpoints: readonly AnyEndpoint[];
}

/** The Markdown list of every error of every service: code, status, sentence and who answers it. */
export function errorReference(services: readonly ErrorSource[]): string {
  const parts = [
    "# Errors",
    "The errors of the services, and their messages. A name in braces is replaced by a value.",
  ];
  for (const { form, endpoints } of services) {
    const rows = new Map<string, { status: number; says: string; by: Set<string> }>();
    const add = ({ spec }: DeclaredError, by: string): void => {
      const row = rows.get(spec.code) ?? { status: spec.status, says: spec.says, by: new Set() };
      row.by.add(by);
      rows.set(spec.code, row);
    };
    for (const endpoint of endpoints) {
      const refusals = form.refusals?.(endpoint) ?? [];
      for (const error of [...endpoint.errors, ...refusals]) add(error, `\`${endpoint.id}\``);
    }
    const namesOf = (by: ReadonlySet<string>): string =>
      by.size === endpoints.length && by.size > 1 ? "any endpoint" : [...by].join(", ");
    const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
    parts.push(
      `## ${form.title}`,
      markdownTable(
        ["code", "status", "sentence", "answered by"],
        sorted.map(([code, { status, says, by }]) => [`\`${code}\``, String(status), says, namesOf(by)]),
      ),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

function prefixes({ prefixes: [canonical = "", ...aliases] }: ServiceForm): string {
  const place = canonical === "" ? "Paths begin at the root." : `All paths are below \`${canonical}\`.`;
  return aliases.length === 0
    ? place
    : `${place} They answer below ${aliases.map((each) => `\`${each}\``).join(", ")} too.`;
}

function endpointParts(form: ServiceForm, endpoint: AnyEndpoint, objects: TitledObjects): string[] {
  const { input } = endpoint;
  const methods = methodsOf(endpoint);
  const addresses = methods.map((method) => `\`${method} ${form.prefixes[0] ?? ""}${endpoint.path}\``).join(" or ");
  const parts = [`### ${endpoint.summary}`, `${addresses} (\`${endpoint.id}\`)`];
  if (endpoint.description) parts.push(endpoint.description);
  if (endpoint.beyondSpec) parts.push("Ours: not part of the service's specification.");
  parts.push(callerText(form, endpoint));
  const parameters = [
    ...placeRows("path", input.path),
    ...placeRows("query", input.query),
    ...placeRows("header", input.headers),
    ...placeRows("query or body", input.params),
  ];
  if (parameters.length > 0) parts.push(markdownTable(["parameter", "in", "needed", "type", "meaning"], parameters));
  if (input.body) parts.push("Body:", ...objectParts(input.body, objects));
  if (input.text) parts.push("The body is text, of whatever content type.");
  parts.push(...outputParts(endpoint.output, objects));
  if (endpoint.errors.length > 0) parts.push(errorTable(endpoint.errors));
  for (const example of endpoint.examples) {
    const status = example.status ?? endpoint.output.status;
    parts.push(`Example: ${example.name} (${status})`, `\`\`\`sh\n${curl(form, endpoint, example)}\n\`\`\``);
  }
  return parts;
}

function callerText(form: ServiceForm, endpoint: AnyEndpoint): string {
  const { auth } = endpoint;
  const who = form.publicKinds.includes(auth)
    ? "Anybody may call it."
    : `Needs credentials of kind \`${auth}\`${endpoint.permission ? ` that permit \`${endpoint.permission}\`` : ""}.`;
  const { cost = 1, bodyBytes } = endpoint.limits ?? {};
  const costs = cost === 1 ? "" : ` Counts as ${cost} requests.`;
  const size = bodyBytes === undefined ? "" : ` Bodies have at most ${bodyBytes} bytes.`;
  return `${who}${costs}${size}`;
}

function placeRows(place: string, schema: TObject | undefined): string[][] {
  if (!schema) return [];
  const needed = new Set(schema.required as readonly string[] | undefined);
  return Object.entries(schema.properties as Record<string, TSchema & { description?: string; default?: unknown }>).map(
    ([name, property]) => [
      `\`${name}\``,
      place,
      property.default === undefined ? (needed.has(name) ? "yes" : "no") : `no: ${JSON.stringify(property.default)}`,
      schemaText(property),
      property.description ?? "",
    ],
  );
}

function outputParts(output: Output, objects: TitledObjects): string[] {
  const parts: string[] = [];
  switch (output.kind) {
    case "json":
    case "rawJson":
    case "writtenJson":
      parts.push(`Answers ${output.status} with JSON:`, ...objectParts(output.schema, objects));
      break;
    case "text":
      parts.push(
        output.status === 204
          ? "Answers 204 without a body."
          : `Answers ${output.status} with \`${output.contentType}\`.`,
      );
      break;
    case "stream":
      parts.push(
        `Answers ${output.status} with a stream of \`${output.contentType}\`${output.item ? ", each line:" : "."}`,
      );
      if (output.item) parts.push(...objectParts(output.item, objects));
  }
  const headers = Object.entries(output.headers ?? {}).map(([name, meaning]) => [`\`${name}\``, meaning]);
  if (headers.length > 0) parts.push(markdownTable(["header", "meaning"], headers));
  return parts;
}

function objectParts(schema: TSchema, objects: TitledObjects): string[] {
  const rows = objectRows(schema, objects);
  return rows.length === 0 ? [objects.name(schema)] : [markdownTable(["member", "needed", "type", "meaning"], rows)];
}

function errorTable(errors: readonly DeclaredError[]): string {
  return markdownTable(
    ["status", "code", "sentence"],
    errors.map(({ spec }) => [String(spec.status), `\`${spec.code}\``, spec.says]),
  );
}

/** The example as a command to paste; `$CREDENTIALS` is replaced by the caller's own. */
function curl(form: ServiceForm, endpoint: AnyEndpoint, example: Example): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? name));
  const query = new URLSearchParams(example.query).toString();
  const methods = methodsOf(endpoint);
  const method = example.body === undefined ? methods[0] : (methods.find((each) => each !== "GET") ?? methods[0]);
  const words = ["curl"];
  if (method !== "GET" && !(method === "POST" && example.body !== undefined)) words.push("-X", method ?? "GET");
  words.push(quoted(`http://127.0.0.1:8080${form.prefixes[0] ?? ""}${path}${query === "" ? "" : `?${query}`}`));
  const header = credentialHeader(form, endpoint.auth);
  if (header !== undefined) words.push("-H", `"${header}: $CREDENTIALS"`);
  if (example.body !== undefined) {
    const isText = endpoint.input.text !== undefined && typeof example.body === "string";
    const type = isText ? "text/plain" : "application/json";
    const body = isText ? example.body : JSON.stringify(example.body);
    words.push("-H", quoted(`Content-Type: ${type}`), "-d", quoted(body));
  }
  return words.join(" ");
}

function credentialHeader({ security, publicKinds }: ServiceForm, auth: string): string | undefined {
  if (publicKinds.includes(auth)) return undefined;
  const scheme: SecurityScheme | undefined = security.schemes[[security.byKind[auth] ?? ""].flat()[0] ?? ""];
  return scheme?.type === "apiKey" && scheme.in === "header" ? (scheme.name ?? "Authorization") : "Authorization";
}

/** Of an OpenAPI security scheme, what says where a key goes. */
interface SecurityScheme {
  readonly type?: string;
  readonly in?: string;
  readonly name?: string;
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
