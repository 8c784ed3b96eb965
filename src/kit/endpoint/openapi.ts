/** The OpenAPI 3.1 document of a service, from its table: a TypeBox schema is a JSON schema already. */
import type { TObject, TSchema } from "typebox";
import { methodsOf, type AnyEndpoint, type Method } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { NamedSchemas } from "./named-schemas.ts";
import type { Output } from "./output.ts";
import { INTERNAL } from "./send-error.ts";

type Json = Record<string, unknown>;

/** The header that makes a change safe to repeat. */
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A new one for each change. The same request with the same key is done once.",
  schema: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
} as const;

/**
 * Describes a service under its canonical prefix. Operations that the specification does not have carry `x-beyond-spec`.
 * Operations that change nothing, though their method does not say so, carry `x-read-only`.
 * A schema whose title is a name (`ServerList`) is a component of that name.
 */
export function openApi(form: ServiceForm, endpoints: readonly AnyEndpoint[]): Json {
  const schemas = new NamedSchemas({ ...form.schemas, Error: form.errorSchema });
  schemas.refer("Error", form.errorSchema);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `${form.prefixes[0] ?? ""}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    const operations = (paths[path] ??= {});
    const methods = methodsOf(endpoint);
    for (const method of methods) {
      operations[method.toLowerCase()] = operation(form, schemas, endpoint, method, methods.length > 1);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: form.title,
      version: form.version,
      description: form.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: areasOf(endpoints).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: form.security.schemes,
    },
  };
}

/** One line an operation, sorted by path, so that a change of the interface is a change of a few lines. */
export function listing(form: ServiceForm, endpoints: readonly AnyEndpoint[]): string {
  const rows = endpoints.flatMap((endpoint) =>
    methodsOf(endpoint).map((method) => ({
      sort: `${endpoint.path} ${method}`,
      line: [
        form.name.padEnd(9),
        method.padEnd(6),
        `${form.prefixes[0] ?? ""}${endpoint.path}`.padEnd(62),
        endpoint.id.padEnd(34),
        endpoint.auth.padEnd(8),
        endpoint.beyondSpec ? "ours" : "spec",
      ].join(" "),
    })),
  );
  return `${rows
    .sort((one, other) => (one.sort < other.sort ? -1 : 1))
    .map(({ line }) => line)
    .join("\n")}\n`;
}

/** The areas of a table, in its order: the part of an id before the dot. */
export function areasOf(endpoints: readonly AnyEndpoint[]): string[] {
  return [...new Set(endpoints.map(({ id }) => areaOf(id)))];
}

function areaOf(id: string): string {
  return id.split(".", 1)[0] ?? id;
}

function operation(
  form: ServiceForm,
  schemas: NamedSchemas,
  endpoint: AnyEndpoint,
  method: Method,
  several: boolean,
): Json {
  const input = endpoint.input;
  const schemes = [form.security.byKind[endpoint.auth] ?? form.security.of?.(endpoint) ?? []].flat();
  const inBody = method !== "GET";
  const takesKey = inBody && (form.takesIdempotencyKey?.(endpoint) ?? false);
  const parameters = [
    ...parametersIn(schemas, "path", input.path),
    ...parametersIn(schemas, "query", input.query),
    ...parametersIn(schemas, "header", input.headers),
    ...(inBody ? [] : parametersIn(schemas, "query", input.params)),
    ...(takesKey ? [IDEMPOTENCY_KEY] : []),
  ];
  const body = input.body ?? input.text ?? (inBody ? input.params : undefined);
  const bodyType = input.text ? "text/plain" : "application/json";
  return {
    operationId: several ? `${endpoint.id}.${method.toLowerCase()}` : endpoint.id,
    tags: [areaOf(endpoint.id)],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.beyondSpec ? { "x-beyond-spec": true } : {}),
    ...(inBody && form.isRead?.(endpoint) ? { "x-read-only": true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { [bodyType]: bodyContent(schemas, endpoint, body) } } } : {}),
    responses: {
      [endpoint.output.status]: success(form, schemas, endpoint.output),
      ...failures(form, schemas, endpoint),
    },
    security: schemes.map((scheme) => ({ [scheme]: [] })),
  };
}

function bodyContent(schemas: NamedSchemas, endpoint: AnyEndpoint, schema: TSchema): Json {
  // Examples of refusals are for the reference: most do not fit the schema, on purpose.
  const examples = endpoint.examples.filter(({ body, status = 200 }) => body !== undefined && status < 400);
  const shown = schemas.show(withoutDefaulted(schema));
  if (examples.length === 0) return { schema: shown };
  return {
    schema: shown,
    examples: Object.fromEntries(examples.map(({ name, body }) => [slug(name), { summary: name, value: body }])),
  };
}

/**
 * A member with a default may be left out: it is not required of the caller. An object of which that is true has no name,
 * since an answer has the member and may have the same schema.
 */
function withoutDefaulted(schema: TSchema): TSchema {
  const {
    required,
    title: _title,
    ...rest
  } = schema as {
    required?: readonly string[];
    title?: string;
    properties?: Record<string, { default?: unknown }>;
  };
  const needed = (required ?? []).filter((name) => rest.properties?.[name]?.default === undefined);
  if (needed.length === (required ?? []).length) return schema;
  return needed.length === 0 ? rest : { ...rest, required: needed };
}

function parametersIn(schemas: NamedSchemas, place: "path" | "query" | "header", schema: TObject | undefined): Json[] {
  if (!schema) return [];
  const required = new Set(schema.required as readonly string[] | undefined);
  return Object.entries(schema.properties as Record<string, TSchema & { description?: string }>).map(
    ([name, property]) => {
      const { description } = property;
      const { description: _, ...rest } = schemas.show(property);
      return {
        name,
        in: place,
        required: place === "path" || (required.has(name) && (property as { default?: unknown }).default === undefined),
        ...(description ? { description } : {}),
        schema: rest,
      };
    },
  );
}

function success(form: ServiceForm, schemas: NamedSchemas, output: Output): Json {
  const headers = Object.fromEntries(
    Object.entries(output.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
  const described = { description: "Success", ...(output.headers ? { headers } : {}) };
  switch (output.kind) {
    case "json":
    case "rawJson":
    case "writtenJson": {
      const beside = output.kind === "json" ? output.beside : undefined;
      const schema =
        form.envelope && output.kind !== "rawJson" ? form.envelope.schema(output.schema, beside) : output.schema;
      return { ...described, content: { "application/json": { schema: schemas.show(schema) } } };
    }
    case "text":
      return { ...described, content: { [mediaType(output.contentType)]: { schema: { type: "string" } } } };
    case "stream": {
      const schema = output.item ? schemas.show(output.item) : { type: "string" };
      return { ...described, content: { [mediaType(output.contentType)]: { schema } } };
    }
  }
}

function failures(form: ServiceForm, schemas: NamedSchemas, endpoint: AnyEndpoint): Json {
  const byStatus = new Map<number, Set<string>>();
  for (const { spec } of [...endpoint.errors, ...(form.refusals?.(endpoint) ?? []), { spec: INTERNAL }]) {
    byStatus.set(spec.status, (byStatus.get(spec.status) ?? new Set()).add(spec.says));
  }
  const content = { "application/json": { schema: schemas.refer("Error", form.errorSchema) } };
  const answers = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, sentences]) => [String(status), { description: [...sentences].join("\n\n"), content }]);
  return { ...(Object.fromEntries(answers) as Json), default: { description: "Any other refusal", content } };
}

function mediaType(contentType: string): string {
  return contentType.split(";", 1)[0] ?? contentType;
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
