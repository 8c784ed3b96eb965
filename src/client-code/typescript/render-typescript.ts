/** The generated files of the TypeScript client: tables that run, and types that compile away. */
import { areasOf, type Api, type Operation, type Parameter, type Schema } from "../api.ts";
import { commentText, membersText, typeText, type TypeContext } from "./type-text.ts";
import { TypeNames } from "../type-names.ts";

const MARK = "// Made by scripts/generate.js from the OpenAPI document. Do not edit.\n";

/** By path below the folder of generated files. */
export function renderTypeScript(api: Api): Record<string, string> {
  const names = new TypeNames(api);
  const areas = areasOf(api);
  const files = areas.map(([area, operations]) => [`${area}.ts`, areaFile(api, names, area, operations)]);
  const exported = ["schemas", ...areas.map(([area]) => area)];
  const all = {
    "schemas.ts": schemasFile(api),
    ...(Object.fromEntries(files) as Record<string, string>),
    "types.ts": `${MARK}${exported.map((file) => `export type * from "./${file}.ts";\n`).join("")}`,
    "api.ts": apiFile(
      api,
      areas.map(([area]) => area),
    ),
    "operations.ts": operationsFile(api, areas),
  };
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [`${api.service}/${file}`, text]));
}

function schemasFile({ schemas, longIntegers }: Api): string {
  const context = { longIntegers: new Set(longIntegers), refer: () => {} };
  const types = Object.entries(schemas).map(([name, schema]) => declared(name, schema, context));
  return `${MARK}\n${types.join("\n")}`;
}

/** A named type, with its description above it. */
function declared(name: string, schema: Schema, context: TypeContext): string {
  const isPlain =
    schema.type === "object" && schema.properties && !schema.patternProperties && !schema.additionalProperties;
  const comment = commentText(schema.description === undefined ? [] : [schema.description], "");
  const type = isPlain
    ? `export interface ${name} ${membersText(schema, context, "")}`
    : `export type ${name} = ${typeText(schema, context)};`;
  return `${[...comment, type].join("\n")}\n`;
}

function areaFile(api: Api, names: TypeNames, area: string, operations: readonly Operation[]): string {
  const referred = new Set<string>();
  const context = { longIntegers: new Set(api.longIntegers), refer: (name: string) => referred.add(name) };
  const types: string[] = [];
  const members: string[] = [];
  const from = { paged: false, call: false, change: false };
  for (const operation of operations) {
    const { answer, parameters, paging, effect } = operation;
    if (answer.form === "events") continue;
    const params = names.paramsOf(operation);
    if (parameters.length > 0) types.push(declared(params, paramsSchema(parameters), context));
    const shown = parameters.length > 0 ? params : "Record<string, never>";
    const given = parameters.some(({ required }) => required) ? `params: ${shown}` : `params?: ${shown}`;
    const result = resultOf(operation, names, types, context);
    const options = effect === "change" ? "ChangeOptions" : "CallOptions";
    from[effect === "change" ? "change" : "call"] ||= !paging;
    from.paged ||= paging !== undefined;
    members.push(...commentText([`${operation.summary}.`, operation.description].filter(Boolean), "  "));
    const item = paging ? itemText(operation, context) : "";
    const optional = given.startsWith("params?") ? `${shown} | undefined` : shown;
    members.push(
      paging
        ? `  ${operation.name}: Paged<${optional}, ${result}, ${item}>;`
        : `  ${operation.name}(${given}, options?: ${options}): ${returned(operation, result)};`,
    );
  }
  const used = [
    ...(from.call ? ["CallOptions"] : []),
    ...(from.change ? ["ChangeOptions"] : []),
    ...(from.paged ? ["Paged"] : []),
  ];
  const imports = [
    ...(used.length > 0 ? [`import type { ${used.join(", ")} } from "../../operation.ts";`] : []),
    ...(referred.size > 0 ? [`import type { ${[...referred].toSorted().join(", ")} } from "./schemas.ts";`] : []),
  ];
  const own = `export interface ${areaName(area)} {\n${members.join("\n")}\n}\n`;
  return [`${MARK}${imports.join("\n")}`, ...types, own].join("\n\n").replaceAll("\n\n\n", "\n\n");
}

function paramsSchema(parameters: readonly Parameter[]): Schema {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
  };
}

function resultOf(operation: Operation, names: TypeNames, types: string[], context: TypeContext): string {
  const { form, schema } = operation.answer;
  if (form === "bytes") return "Uint8Array";
  if (form === "text" || form === "chunks") return "string";
  const isNamed = schema.$ref !== undefined || (schema.type === "array" && schema.items?.$ref !== undefined);
  const isObject =
    schema.properties !== undefined ||
    schema.type === "array" ||
    schema.anyOf !== undefined ||
    schema.allOf !== undefined;
  if (isNamed || !isObject) return typeText(schema, context, "  ");
  const name = names.resultOf(operation);
  types.push(declared(name, schema, context));
  return name;
}

function returned({ answer: { form } }: Operation, result: string): string {
  return form === "lines" || form === "chunks" ? `AsyncGenerator<${result}, void, undefined>` : `Promise<${result}>`;
}

function itemText({ paging }: Operation, context: TypeContext): string {
  const item = typeText(paging?.item ?? {}, context, "  ");
  return paging?.by === "numberOfMembers" ? `[name: string, entry: ${item}]` : item;
}

function areaName(area: string): string {
  return `${area[0]?.toUpperCase()}${area.slice(1)}Operations`;
}

function apiFile({ service, title }: Api, areas: readonly string[]): string {
  const imports = areas.map((area) => `import type { ${areaName(area)} } from "./${area}.ts";`);
  const members = areas.map((area) => `  readonly ${area}: ${areaName(area)};`);
  const name = `${service[0]?.toUpperCase()}${service.slice(1)}Api`;
  return `${MARK}${imports.join("\n")}\n\n/** ${title}: its operations by area. */\nexport interface ${name} {\n${members.join("\n")}\n}\n`;
}

function operationsFile(
  { longIntegers }: Api,
  areas: readonly (readonly [area: string, operations: readonly Operation[]])[],
): string {
  const tables = areas.map(([area, operations]) => {
    const rows = operations.map((operation) => `    ${operation.name}: ${rowText(operation)},`);
    return `  ${area}: {\n${rows.join("\n")}\n  },`;
  });
  const long = longIntegers.length > 0 ? `export const longIntegers = ${JSON.stringify(longIntegers)};\n\n` : "";
  return (
    `${MARK}import type { OperationTable } from "../../operation.ts";\n\n${long}` +
    `export const operations = {\n${tables.join("\n")}\n} as const satisfies OperationTable;\n`
  );
}

function rowText({ method, path, effect, body, answer, paging }: Operation): string {
  const { item: _item, ...rule } = paging ?? { item: {} };
  const rare = {
    ...(paging ? { paging: rule } : {}),
    ...(body ? { body } : {}),
    ...(answer.form === "json" ? {} : { answer: answer.form }),
  };
  const cells = [method, path, effect, ...(Object.keys(rare).length > 0 ? [rare] : [])];
  return `[${cells.map((cell) => JSON.stringify(cell)).join(", ")}]`;
}
