/** The generated files of the Python client: one for each service, with its tables, its types and its methods. */
import { areasOf, type Api, type Operation, type Parameter } from "../api.ts";
import { TypeNames } from "../type-names.ts";
import { docText, pascal, PythonTypes, snake } from "./type-text.ts";

const MARK = "# Made by scripts/generate.js from the OpenAPI document. Do not edit.";

/** By path below the folder of generated files. */
export function renderPython(api: Api): Record<string, string> {
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(api.schemas)) {
    if (schema.properties) types.declare(name, schema);
  }
  const aliases = new Map(
    Object.entries(api.schemas).flatMap(([name, schema]) =>
      schema.properties ? [] : [[name, types.textOf(schema, `${name}Value`)] as const],
    ),
  );
  const names = new TypeNames(api);
  const areas = areasOf(api);
  const classes = areas.map(([area, operations]) => areaClass(area, operations, names, types));
  const text = [
    `${MARK}\n"""${api.title}: its operations."""\n\nfrom __future__ import annotations\n`,
    "from collections.abc import Iterator\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n",
    // Under names that no schema has.
    "from .._area import Area as _Area\nfrom .._send import Connection as _Connection\nfrom .._send import Operation as _Operation\n\n",
    ...types.declarations.map((declaration) => `${declaration}\n`),
    // They name classes, so they follow them.
    ...inOrder(aliases).map((name) => `${name}: TypeAlias = ${aliases.get(name) ?? ""}\n\n`),
    ...classes,
    apiClass(
      api,
      areas.map(([area]) => area),
    ),
  ].join("\n");
  return { [`${api.service}.py`]: text };
}

/** Each after those that it names. */
function inOrder(aliases: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    for (const word of aliases.get(name)?.match(/\w+/g) ?? []) if (word !== name && aliases.has(word)) add(word);
    found.add(name);
  };
  for (const name of aliases.keys()) add(name);
  return [...found];
}

function areaClass(area: string, operations: readonly Operation[], names: TypeNames, types: PythonTypes): string {
  const methods = operations
    .filter(({ answer }) => answer.form !== "events")
    .flatMap((operation) => methodsOf(operation, names, types));
  return `class ${pascal(area)}Operations(_Area):\n    """Operations of \`\`${area}\`\`."""\n\n${methods.join("\n")}\n`;
}

function methodsOf(operation: Operation, names: TypeNames, types: PythonTypes): string[] {
  const { name, parameters, answer, paging, effect } = operation;
  const stem = names.stemOf(operation);
  const shown = parameters
    .map((parameter) => ({ ...parameter, type: types.textOf(parameter.schema, `${stem}${pascal(parameter.name)}`) }))
    .toSorted((one, other) => Number(other.required) - Number(one.required));
  const given = shown.map(({ name: own, required, type }) => `${snake(own)}: ${type}${required ? "" : orNone(type)}`);
  const sent = `{${parameters.map((each) => `${JSON.stringify(each.name)}: ${snake(each.name)}`).join(", ")}}`;
  const result = resultText(operation, types, stem);
  const key = effect === "change" ? ["idempotency_key: str | None = None"] : [];
  const row = rowText(operation);
  const run = { lines: "_lines", chunks: "_chunks" }[answer.form as "lines" | "chunks"] ?? "_call";
  const passed = [row, sent, ...(key.length > 0 ? ["idempotency_key"] : [])].join(", ");
  const call = method(snake(name), [...given, ...key], result, docOf(operation, shown), `self.${run}(${passed})`);
  if (!paging) return [call];
  const item = types.textOf(paging.item, `${stem}Entry`);
  const entry = paging.by === "numberOfMembers" ? `tuple[str, ${item}]` : item;
  const doc = `Every entry of :meth:\`${snake(name)}\`, page after page.`;
  const each = `iter_${snake(name).replace(/^list_/, "")}`;
  const rest = parameters.filter(({ name: own }) => own !== "pagenumber" && own !== "cursor");
  const kept = given.filter((text) => !/^(?:pagenumber|cursor):/.test(text));
  const asked = `{${rest.map((one) => `${JSON.stringify(one.name)}: ${snake(one.name)}`).join(", ")}}`;
  return [call, method(each, kept, `Iterator[${entry}]`, doc, `self._each(${row}, ${asked})`)];
}

function orNone(type: string): string {
  return / \| None$|^None$/.test(type) ? " = None" : " | None = None";
}

function method(name: string, parameters: readonly string[], result: string, doc: string, value: string): string {
  const given = parameters.length > 0 ? `self, *, ${parameters.join(", ")}` : "self";
  const head = `    def ${name}(${given}) -> ${result}:`;
  const wrapped =
    head.length <= 118
      ? head
      : `    def ${name}(\n        self,\n        *,\n${parameters.map((each) => `        ${each},\n`).join("")}    ) -> ${result}:`;
  return `${wrapped}\n        """${doc}"""\n        return ${value}\n`;
}

function resultText({ answer: { form, schema } }: Operation, types: PythonTypes, stem: string): string {
  if (form === "bytes") return "bytes";
  if (form === "text") return "str";
  if (form === "chunks") return "Iterator[str]";
  const text = types.textOf(schema, `${stem}Result`);
  return form === "lines" ? `Iterator[${text}]` : text;
}

function docOf({ summary, description }: Operation, parameters: readonly Parameter[]): string {
  const remarks = parameters.flatMap(({ name, description: own, schema }) => {
    const text = own ?? schema.description;
    return text === undefined ? [] : [`        :param ${snake(name)}: ${text.replaceAll("\n", " ")}`];
  });
  const parts = [`${summary}.`, ...(description === "" ? [] : [`        ${description}`])];
  const lines = [...parts, ...(remarks.length > 0 ? [remarks.join("\n")] : [])].join("\n\n");
  return docText(lines.includes("\n") ? `${lines}\n        ` : lines);
}

/** Where parameters stand, and how the answer is read, in one value. */
function rowText({ id, method: verb, path, effect, body, parameters, answer, paging }: Operation): string {
  const place = body ?? (parameters.some((each) => each.in === "body") || isEnveloped(path) ? "body" : "query");
  const inBody = verb === "GET" ? "query" : place;
  const form = answer.form === "json" && isEnveloped(path) ? "data" : answer.form;
  const cells = [id, verb, path, effect, inBody, form].map((cell) => JSON.stringify(cell));
  return `_Operation(${[...cells, ...(paging ? [pagingText(paging)] : [])].join(", ")})`;
}

function isEnveloped(path: string): boolean {
  return path.startsWith("/api/v2/");
}

function pagingText(paging: NonNullable<Operation["paging"]>): string {
  const member = "list" in paging ? (paging.list ?? "") : "of" in paging ? paging.of : "";
  return `(${JSON.stringify(paging.by === "numberOfMembers" ? "members" : paging.by)}, ${JSON.stringify(member)})`;
}

function apiClass({ service, title }: Api, areas: readonly string[]): string {
  const lines = areas.map((area) => `        self.${snake(area)} = ${pascal(area)}Operations(connection)`);
  return (
    `\nclass ${pascal(service)}Api:\n    """${title}: its operations by area."""\n\n` +
    `    def __init__(self, connection: _Connection) -> None:\n${lines.join("\n")}\n`
  );
}
