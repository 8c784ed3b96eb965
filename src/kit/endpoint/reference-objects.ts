/** JSON schemas as tables of members, for the reference pages. */
import type { TSchema } from "typebox";
import { schemaText } from "../config/schema-text.ts";

interface Shape {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** Deeper than this, an object without a title is not taken apart: it should have one. */
const MAX_DEPTH = 4;

/** Objects with a title are in a section of their own, once, and are linked. */
export class TitledObjects {
  private readonly byTitle = new Map<string, TSchema>();

  /** A schema in a few words, with a link where it has a title. */
  name(schema: TSchema): string {
    const { title, items, anyOf, properties, type } = schema as Shape;
    if (title !== undefined && properties) {
      this.byTitle.set(title, schema);
      return `[${title}](#${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")})`;
    }
    if (type === "array" && items) return `list of ${this.name(items)}`;
    if (anyOf?.some((each) => (each as Shape).properties)) return anyOf.map((each) => this.name(each)).join(" or ");
    return schemaText(schema);
  }

  /** A heading and a table for each object that was named, and for those that they name in turn. */
  parts(): string[] {
    const parts: string[] = [];
    const done = new Set<string>();
    for (let found = true; found;) {
      found = false;
      for (const [title, schema] of [...this.byTitle].sort(([one], [other]) => (one < other ? -1 : 1))) {
        if (done.has(title)) continue;
        done.add(title);
        found = true;
        const { description } = schema as Shape;
        parts.push(`### ${title}`, ...(description ? [description] : []), this.table(schema));
      }
    }
    return parts;
  }

  private table(schema: TSchema): string {
    return markdownTable(["member", "needed", "type", "meaning"], memberRows(schema, "", this, 1));
  }
}

/** A row for each member of an object without a title; none for everything else, whose name says all. */
export function objectRows(schema: TSchema, objects: TitledObjects): string[][] {
  const { title, properties } = schema as Shape;
  return title === undefined && properties ? memberRows(schema, "", objects, 1) : [];
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => inOneLine(cell).replace(/\|/g, "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Line breaks become blanks, with the blanks around them. */
function inOneLine(cell: string): string {
  return cell.replace(/\s+/g, (blanks) => (blanks.includes("\n") ? " " : blanks));
}

function memberRows(schema: TSchema, before: string, objects: TitledObjects, depth: number): string[][] {
  const { properties = {}, required = [] } = schema as Shape;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const row = [
      `\`${path}\``,
      required.includes(name) ? "yes" : "no",
      objects.name(member),
      (member as Shape).description ?? "",
    ];
    const { title, items } = member as Shape;
    const inner = items ?? member;
    const isPlain = title === undefined && (inner as Shape).title === undefined && (inner as Shape).properties;
    if (!isPlain || depth === MAX_DEPTH) return [row];
    return [row, ...memberRows(inner, items ? `${path}[].` : `${path}.`, objects, depth + 1)];
  });
}
