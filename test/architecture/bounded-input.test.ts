/**
 * What callers send has an end: no text, list or map of a body grows to what a whole body may hold. Paths, queries and
 * headers end with the head of a request.
 */
import { Type, type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";

const TABLES = { registry: registryEndpoints, players: playersEndpoints, trading: tradingEndpoints };
/** Where a caller can send as much as a body holds; `params` come from the body too. */
const PLACES = ["body", "text", "params"] as const;

describe("every text, list and map that a body may hold has a bound", () => {
  test.each(Object.entries(TABLES))("%s", (_service, table) => {
    const unbounded = (table as readonly AnyEndpoint[]).flatMap(({ id, input }) =>
      PLACES.flatMap((place) => unboundedIn(input[place], `${id} ${place}`)),
    );
    expect(unbounded).toEqual([]);
  });

  test.each([
    [Type.Object({ name: Type.String() }), ["at.name: a text"]],
    [Type.Object({ name: Type.Optional(Type.String({ pattern: "^a+$" })) }), ["at.name: a text"]],
    [Type.Array(Type.String({ maxLength: 9 })), ["at: a list"]],
    [Type.Array(Type.Union([Type.Null(), Type.String()]), { maxItems: 9 }), ["at[]: a text"]],
    [Type.Record(Type.String({ maxLength: 9 }), Type.Integer()), ["at: a map"]],
    [Type.Object({ code: Type.String({ pattern: "^[0-9]{1,18}$" }) }), []],
    [Type.Union([Type.Literal("a"), Type.String({ enum: ["b"] })]), []],
  ])("which is found in %j", (schema, problems) => {
    expect(unboundedIn(schema, "at")).toEqual(problems);
  });
});

interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
  readonly allOf?: readonly TSchema[];
}

function unboundedIn(schema: TSchema | undefined, at: string): string[] {
  if (!schema) return [];
  const node = schema as Node;
  const patterns = Object.values(node.patternProperties ?? {});
  return [
    ...(node.type === "string" && !isBoundedText(node) ? [`${at}: a text`] : []),
    ...(node.type === "array" && node.maxItems === undefined ? [`${at}: a list`] : []),
    ...(patterns.length > 0 && node.maxProperties === undefined ? [`${at}: a map`] : []),
    ...unboundedIn(node.items, `${at}[]`),
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => unboundedIn(each, `${at}.${name}`)),
    ...patterns.flatMap((each) => unboundedIn(each, `${at}.*`)),
    ...[...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap((each) => unboundedIn(each, at)),
  ];
}

/** By its length, by its values, or by an anchored pattern that repeats nothing without end. */
function isBoundedText({ maxLength, enum: values, const: value, pattern }: Node): boolean {
  if (maxLength !== undefined || values !== undefined || value !== undefined) return true;
  const outside = pattern?.replaceAll(/\\.|\[[^\]]*\]/g, "");
  return outside !== undefined && /^\^.*\$$/.test(outside) && !/[*+]|\{\d*,\}/.test(outside);
}
