/** The two ways to treat members of a JSON body that its schema does not name; each form chooses one. */
import type { TSchema } from "typebox";

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: object;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema | readonly TSchema[];
}

/**
 * The same schema, but every object in it that neither says `additionalProperties` nor has names by pattern takes no
 * others than those it names. Looks into properties and list items, not into unions and intersections.
 */
export function closed<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items } = schema as Shape;
  const changes: Record<string, unknown> = {};
  if (properties) {
    changes["properties"] = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)]));
    if (isUndecided(schema)) changes["additionalProperties"] = false;
  }
  if (items && !Array.isArray(items)) changes["items"] = closed(items as TSchema);
  if (Object.keys(changes).length === 0) return schema;
  // TypeBox keeps its own marks, which the compiled check needs, as members that a spread does not see.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.assign(copy, changes);
}

/**
 * Answers a function that removes members that the schema does not name, in the places where `closed` would refuse
 * them. Nothing is changed: what has to lose a member is copied.
 */
export function pruner(schema: TSchema): (value: unknown) => unknown {
  const { properties, items } = schema as Shape;
  if (properties) {
    const open = !isUndecided(schema) && (schema as Shape).additionalProperties !== false;
    const known = new Map(Object.entries(properties).map(([name, each]) => [name, pruner(each)]));
    return (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const kept: [string, unknown][] = [];
      for (const [name, member] of Object.entries(value)) {
        const prune = known.get(name);
        if (prune) kept.push([name, prune(member)]);
        else if (open) kept.push([name, member]);
      }
      return Object.fromEntries(kept);
    };
  }
  if (items && !Array.isArray(items)) {
    const prune = pruner(items);
    return (value) => (Array.isArray(value) ? value.map(prune) : value);
  }
  return (value) => value;
}

function isUndecided(schema: TSchema): boolean {
  const { additionalProperties, patternProperties } = schema as Shape;
  return additionalProperties === undefined && patternProperties === undefined;
}
