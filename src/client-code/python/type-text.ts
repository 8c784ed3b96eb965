/** Schemas as Python types: a `TypedDict` for each object, named by its place. */
import { invariant } from "../../kit/errors/invariant.ts";
import { referredName } from "../paging.ts";
import type { Schema } from "../api.ts";

const NAME = /^[A-Za-z_]\w*$/;
const KEYWORDS = new Set([
  "from",
  "class",
  "import",
  "in",
  "is",
  "not",
  "and",
  "or",
  "if",
  "def",
  "global",
  "pass",
  "with",
]);

/** Collects the declarations of a file while types are named. */
export class PythonTypes {
  readonly #declarations = new Map<string, string>();

  /** In the order in which they were named. */
  get declarations(): readonly string[] {
    return [...this.#declarations.values()];
  }

  /** @param name of the type, if it needs one */
  textOf(schema: Schema, name: string): string {
    const referred = referredName(schema);
    if (referred !== undefined) return referred;
    if ("const" in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) {
      const texts = parts.map((part, at) => this.textOf(part, at === 0 ? name : `${name}${at + 1}`));
      return [...new Set(texts)].join(" | ");
    }
    // Members that are known beside members that are not: Python cannot say it.
    if (schema.allOf) return "dict[str, Any]";
    switch (schema.type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `list[${this.textOf(schema.items ?? {}, `${name}Item`)}]`;
      case "object":
        return this.#objectText(schema, name);
      default:
        return "Any";
    }
  }

  declare(name: string, schema: Schema): void {
    invariant(!this.#declarations.has(name), `one type is called ${name}`);
    // Its place in the file is before the types of its members.
    this.#declarations.set(name, "");
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties ?? {}).map(([member, each]) => {
      const type = this.textOf(each, `${name}${pascal(member)}`);
      return { member, remark: each.description, type: required.has(member) ? type : `NotRequired[${type}]` };
    });
    const isPlain = members.every(({ member }) => NAME.test(member) && !KEYWORDS.has(member));
    const lines = members.map(({ member, type, remark }) =>
      isPlain
        ? `${commentOf(remark)}    ${member}: ${type}`
        : `        ${JSON.stringify(member)}: ${JSON.stringify(type)},`,
    );
    const text = isPlain
      ? `class ${name}(TypedDict):\n${schema.description ? `    """${docText(schema.description)}"""\n\n` : ""}${lines.join("\n")}\n`
      : `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join("\n")}\n    },\n)\n`;
    this.#declarations.set(name, text);
  }

  #objectText(schema: Schema, name: string): string {
    const { additionalProperties: more } = schema;
    if (schema.properties && Object.keys(schema.properties).length > 0) {
      this.declare(name, schema);
      return name;
    }
    const [others] = Object.values(schema.patternProperties ?? {});
    const value = others ?? (typeof more === "object" ? more : undefined);
    return value ? `dict[str, ${this.textOf(value, `${name}Value`)}]` : "dict[str, Any]";
  }
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;
}

function commentOf(text: string | undefined): string {
  return text === undefined ? "" : `    #: ${text.replaceAll("\n", " ")}\n`;
}

/** As in a docstring. */
export function docText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
}

/** `order_create` of `orderCreate`; names that Python keeps for itself get a line behind them. */
export function snake(name: string): string {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  return KEYWORDS.has(text) ? `${text}_` : text;
}

/** `OrderCreate` of `orderCreate`, and of `order-create`. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]/).filter(Boolean);
  return words.map((word) => `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`).join("");
}
