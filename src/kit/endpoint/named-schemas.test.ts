import { Type, type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { NamedSchemas } from "./named-schemas.ts";

const animal = Type.Object({ name: Type.String(), kind: Type.Enum(["cat", "dog"]) }, { title: "Animal" });
const reference = { $ref: "#/components/schemas/Animal" };

describe("the schemas of a document", () => {
  test("stand there once when they have a name, wherever they are used", () => {
    const schemas = new NamedSchemas();
    expect(schemas.show(animal)).toEqual(reference);
    expect(schemas.show(Type.Array(animal))).toEqual({ type: "array", items: reference });
    const house = Type.Object({ pets: Type.Union([animal, Type.Null()]), byName: Type.Record(Type.String(), animal) });
    expect(schemas.show(house)).toMatchObject({
      properties: {
        pets: { anyOf: [reference, { type: "null" }] },
        byName: { patternProperties: { "^.*$": reference } },
      },
    });
    expect(schemas.components()).toEqual({
      Animal: {
        title: "Animal",
        type: "object",
        required: ["name", "kind"],
        properties: { name: { type: "string" }, kind: { type: "string", enum: ["cat", "dog"] } },
      },
    });
  });

  test("keep the order of the alphabet, so that a document changes where its interface does", () => {
    const schemas = new NamedSchemas();
    schemas.show(Type.Object({ zebra: Type.Object({}, { title: "Zebra" }), animal }, { title: "Cage" }));
    expect(Object.keys(schemas.components())).toEqual(["Animal", "Cage", "Zebra"]);
  });

  test.each<[what: string, schema: TSchema]>([
    ["a title of several words", Type.Object({}, { title: "Any animal" })],
    ["a title of a text", Type.String({ title: "Name" })],
    ["members that are called title and type", Type.Object({ title: Type.String(), type: Type.String() })],
    ["data that looks like a schema", Type.Object({}, { default: { title: "Animal", type: "object" } })],
  ])("are not named by %s", (_what, schema) => {
    const schemas = new NamedSchemas();
    expect(schemas.show(schema)).toEqual(JSON.parse(JSON.stringify(schema)));
    expect(schemas.components()).toEqual({});
  });

  test("are shown as they were given, where a name was given", () => {
    const schemas = new NamedSchemas({ Animal: { title: "Animal", anyOf: [{ title: "Cat" }, { type: "null" }] } });
    expect(schemas.show(Type.Object({ pet: animal }))).toMatchObject({ properties: { pet: reference } });
    expect(schemas.components()).toEqual({ Animal: { title: "Animal", anyOf: [{ title: "Cat" }, { type: "null" }] } });
  });

  test("must not differ under one name", () => {
    const schemas = new NamedSchemas();
    schemas.show(animal);
    const other = Type.Object({ name: Type.Integer() }, { title: "Animal" });
    expect(() => schemas.show(other)).toThrow("two schemas have the title Animal, and they differ");
  });
});
