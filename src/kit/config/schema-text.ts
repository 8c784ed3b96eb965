/** A setting's schema in words: for the reference page and for the reasons of a refusal. */
import type { TSchema } from "typebox";

/** The parts of a JSON schema that settings and files use. */
export interface SchemaShape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  /** Names that may stand among the properties and are read by others. */
  readonly readElsewhere?: readonly string[];
  /** An example of what would be right: `such as 27015`. */
  readonly hint?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly secret?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The same schema, seen as a JSON schema. */
export function shapeOf(schema: TSchema): SchemaShape {
  return schema;
}

/** The values that a schema of fixed choices allows; undefined for every other schema. */
export function choicesOf(schema: TSchema): readonly unknown[] | undefined {
  const shape = shapeOf(schema);
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum) return shape.enum;
  if (!shape.anyOf) return undefined;
  const choices: unknown[] = [];
  for (const member of shape.anyOf) {
    const ofMember = choicesOf(member);
    if (!ofMember) return undefined;
    choices.push(...ofMember);
  }
  return choices;
}

/**
 * A schema in a few words.
 *
 * @example
 * schemaText(Type.Integer({ minimum: 0, maximum: 65535 })); // "whole number, 0 to 65535"
 */
export function schemaText(schema: TSchema): string {
  const choices = choicesOf(schema);
  if (choices) return choices.length === 1 ? String(choices[0]) : `one of ${choices.join(", ")}`;
  const shape = shapeOf(schema);
  if (shape.anyOf) return shape.anyOf.map(schemaText).join(" or ");
  switch (shape.type ?? "") {
    case "boolean":
      return "true or false";
    case "integer":
      return `whole number${range(shape.minimum, shape.maximum, "")}`;
    case "number":
      return `number${range(shape.minimum, shape.maximum, "")}`;
    case "string":
      return `text${range(shape.minLength, shape.maxLength, " characters")}`;
    case "array":
      return `list of ${shape.items ? schemaText(shape.items) : "values"}`;
    case "object":
      return "JSON object";
    case "null":
      return "null";
    default:
      return "value";
  }
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`;
  if (least !== undefined) return `, at least ${least}${unit}`;
  if (most !== undefined) return `, at most ${most}${unit}`;
  return "";
}
