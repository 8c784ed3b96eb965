/** A schema as a TypeScript type. */
import { referredName } from "../paging.ts";
import type { Schema } from "../api.ts";

export interface TypeContext {
  /** Members that hold integers of 64 bits: texts in TypeScript. */
  readonly longIntegers: ReadonlySet<string>;
  /** Is called with each named schema that a type refers to. */
  readonly refer: (name: string) => void;
}

const NAME = /^[A-Za-z_]\w*$/;

/** @param indent the indentation of the line on which the type ends */
export function typeText(schema: Schema, context: TypeContext, indent = ""): string {
  const name = referredName(schema);
  if (name !== undefined) {
    context.refer(name);
    return name;
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => typeText(part, context, indent)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => partText(part, context, indent)).join(" & ");
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "null":
      return schema.type;
    case "array":
      return `${partText(schema.items ?? {}, context, indent)}[]`;
    case "object":
      return objectText(schema, context, indent);
    default:
      return "unknown";
  }
}

/** In brackets where it has parts of its own. */
function partText(schema: Schema, context: TypeContext, indent: string): string {
  const text = typeText(schema, context, indent);
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.enum ?? [];
  const isMixed = schema.properties !== undefined && (schema.patternProperties ?? schema.additionalProperties);
  return parts.length > 1 || isMixed ? `(${text})` : text;
}

function objectText(schema: Schema, context: TypeContext, indent: string): string {
  const members = Object.entries(schema.properties ?? {});
  const others = Object.values(schema.patternProperties ?? {});
  const { additionalProperties: more } = schema;
  if (typeof more === "object") others.push(more);
  else if (more === true || (members.length === 0 && others.length === 0 && more === undefined)) others.push({});
  const records = others.map((each) => `Record<string, ${typeText(each, context, indent)}>`);
  if (members.length === 0 && records.length === 0) return "Record<string, never>";
  return [...(members.length > 0 ? [membersText(schema, context, indent)] : []), ...records].join(" & ");
}

/** `{ ... }` with a line for each member, and its description above it. */
export function membersText({ properties = {}, required = [] }: Schema, context: TypeContext, indent: string): string {
  const needed = new Set(required);
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, member]) => {
    const isLong = member.type === "integer" && context.longIntegers.has(name);
    const type = isLong ? "string" : typeText(member, context, inner);
    const shown = NAME.test(name) ? name : JSON.stringify(name);
    return [...commentText(remarksOf(member), inner), `${inner}${shown}${needed.has(name) ? "" : "?"}: ${type};`];
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The description of a member beside its type. */
function remarksOf({ description, default: usual, minimum, maximum, type }: Schema): string[] {
  const isNumber = type === "integer" || type === "number";
  const range = isNumber && minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}.`] : [];
  const said = description === undefined ? [] : [/[.!?]$/.test(description) ? description : `${description}.`];
  return [...said, ...range, ...(usual === undefined ? [] : [`Default: ${JSON.stringify(usual)}.`])];
}

const WIDTH = 118;

/** The lines of a comment; none for nothing. */
export function commentText(sentences: readonly string[], indent: string): string[] {
  const text = sentences.join(" ").replaceAll("*/", "*\\/").replaceAll("\n", " ");
  if (text === "") return [];
  if (indent.length + text.length + 7 <= WIDTH) return [`${indent}/** ${text} */`];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + word.length + 4 > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [`${indent}/**`, ...[...lines, line].map((each) => `${indent} * ${each}`), `${indent} */`];
}
