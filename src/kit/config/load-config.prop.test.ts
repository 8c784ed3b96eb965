import * as fc from "fast-check";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { fromText } from "./from-text.ts";
import { loadConfig } from "./load-config.ts";
import { secretText, settings } from "./setting.ts";

const everyKind = settings(
  "probe",
  "One setting of each kind.",
  Type.Object({
    flag: Type.Optional(Type.Boolean({ description: "Flag." })),
    count: Type.Optional(Type.Integer({ description: "Count.", minimum: 3 })),
    choice: Type.Optional(Type.Union([Type.Literal("left"), Type.Literal("right")])),
    list: Type.Optional(Type.Array(Type.Integer())),
    form: Type.Optional(Type.Object({ a: Type.Integer() })),
    key: secretText({ description: "Key.", pattern: "^[0-9]{40}$" }),
  }),
);

test("whatever a variable holds, a refusal never shows it", () => {
  const marked = fc.string({ maxLength: 40 }).map((text) => `${text}QqSecretqQ`);
  const name = fc.constantFrom("FLAG", "COUNT", "CHOICE", "LIST", "FORM", "KEY");
  fc.assert(
    fc.property(name, marked, (variable, value) => {
      let message = "";
      try {
        loadConfig({ sections: { everyKind }, environment: { [`TRIPOD_PROBE_${variable}`]: value } });
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toContain(`TRIPOD_PROBE_${variable}`);
      expect(message).not.toContain("QqSecretqQ");
    }),
  );
});

test("numbers, booleans and lists survive being written as text", () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      (whole, real, flag) => {
        expect(fromText(Type.Integer(), String(whole))).toEqual({ value: whole });
        expect(fromText(Type.Number(), String(real))).toEqual({ value: Number(String(real)) });
        expect(fromText(Type.Boolean(), String(flag))).toEqual({ value: flag });
        expect(fromText(Type.Array(Type.Integer()), `${whole},${whole}`)).toEqual({ value: [whole, whole] });
      },
    ),
  );
});
