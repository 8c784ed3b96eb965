/** The schemas of an OpenAPI document: each named one is there once, and everything else refers to it. */
import type { TSchema } from "typebox";
import { invariant } from "../errors/invariant.ts";

type Json = Record<string, unknown>;

/** A title that can name a component. Titles with blanks are for people. */
const NAME = /^[A-Z][A-Za-z0-9]*$/;

/** The keywords whose value is a schema, a list of schemas, or schemas by name. Values of all others are data. */
const OF_SCHEMA = new Set(["items", "additionalProperties", "propertyNames", "not", "contains"]);
const OF_LIST = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const OF_MAP = new Set(["properties", "patternProperties"]);

/** Collects the schemas whose `title` is a name, while the document is written. */
export class NamedSchemas {
  readonly #given: Readonly<Record<string, TSchema>>;
  readonly #components = new Map<string, Json>();

  /** @param given takes the place of every schema that has its name for a title. */
  constructor(given: Readonly<Record<string, TSchema>> = {}) {
    this.#given = given;
  }

  /**
   * The schema as plain JSON, without TypeBox's own marks, and with a reference in place of each schema that has a name.
   * Two schemas that differ must not have one name.
   */
  show(schema: TSchema): Json {
    return this.#shown(plain(schema));
  }

  /** A reference to the schema under that name, whatever its title. The first schema of a name counts. */
  refer(name: string, schema: TSchema): Json {
    if (!this.#components.has(name)) this.#components.set(name, this.#inside(plain(schema)));
    return referenceTo(name);
  }

  /** By name, in the order of the alphabet. */
  components(): Record<string, Json> {
    return Object.fromEntries([...this.#components].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #shown(schema: Json): Json {
    const name = this.#nameOf(schema);
    if (name === undefined) return this.#inside(schema);
    const given = this.#given[name];
    if (given !== undefined) return this.refer(name, given);
    const component = this.#inside(schema);
    const known = this.#components.get(name) ?? component;
    const isSame = JSON.stringify(known) === JSON.stringify(component);
    invariant(isSame, `two schemas have the title ${name}, and they differ`);
    this.#components.set(name, component);
    return referenceTo(name);
  }

  #nameOf({ title, type }: Json): string | undefined {
    if (typeof title !== "string") return undefined;
    if (Object.hasOwn(this.#given, title)) return title;
    return type === "object" && NAME.test(title) ? title : undefined;
  }

  #inside(schema: Json): Json {
    const shown = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (OF_SCHEMA.has(keyword) && isObject(value)) return [keyword, this.#shown(value)];
      if (OF_LIST.has(keyword) && Array.isArray(value)) return [keyword, value.map((each: Json) => this.#shown(each))];
      if (OF_MAP.has(keyword) && isObject(value)) {
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#shown(each as Json)])),
        ];
      }
      return [keyword, value];
    });
    return { ...(isTextEnum(schema) ? { type: "string" } : {}), ...Object.fromEntries(shown) };
  }
}

function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** A list of texts to choose from that does not say so: many generators look at the type first. */
function isTextEnum({ type, enum: values }: Json): boolean {
  return type === undefined && Array.isArray(values) && values.every((value) => typeof value === "string");
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plain(schema: TSchema): Json {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name.startsWith("~") ? undefined : value)),
  ) as Json;
}
