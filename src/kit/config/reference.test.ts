import { existsSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { nearest } from "./nearest.ts";
import { packageRoot } from "./package-root.ts";
import { configReference, envExample } from "./reference.ts";
import { envName, secretText, settings } from "./setting.ts";
import { sharedSettings } from "./shared-settings.ts";

const probe = settings(
  "probe",
  "A probe.",
  Type.Object({
    baseUrl: Type.String({ description: "Public | address." }),
    ports: Type.Array(Type.Integer(), { default: [1, 2], description: "Ports." }),
    form: Type.Object({ a: Type.Integer() }, { default: { a: 1 }, description: "Form." }),
    token: secretText({ description: "Token." }),
  }),
);

describe("the pages about the settings", () => {
  test("name every setting with its variable, place, type, default and meaning", () => {
    const page = configReference({ probe });
    expect(page).toContain("## probe\n\nA probe.\n");
    expect(page).toContain("| `TRIPOD_PROBE_BASE_URL` | `probe.baseUrl` | text |  | Public \\| address. Required. |");
    expect(page).toContain("| `TRIPOD_PROBE_PORTS` | `probe.ports` | list of whole number | `1,2` | Ports. |");
    expect(page).toContain("| `TRIPOD_PROBE_TOKEN` | `probe.token` | text |  | Token. Secret. |");
  });

  test("the example sets nothing and wraps its comments", () => {
    const lines = envExample([sharedSettings, probe]).split("\n");
    expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("# ") && line.length > 110)).toEqual([]);
    expect(lines).toContain('# TRIPOD_PROBE_FORM={"a":1}');
    expect(lines).toContain("# TRIPOD_PROBE_TOKEN_FILE=");
  });

  test("every shared setting says what it means, and no default is a secret", () => {
    for (const [property, schema] of Object.entries(sharedSettings.schema.properties)) {
      const shape = schema as { description?: string; secret?: boolean; default?: unknown };
      const name = envName("", property);
      expect(`${name}: ${shape.description}`).toMatch(/: .*\.$/);
      expect(shape.secret === true ? { name, default: shape.default } : { name }).toEqual({ name });
    }
  });
});

test("the nearest name is found for a slip, and none for another word", () => {
  expect(nearest("prot", ["port", "host"])).toBe("port");
  expect(nearest("BASEURL", ["baseUrl"])).toBe("baseUrl");
  expect(nearest("colour", ["port", "host"])).toBeUndefined();
});

test("the package's folder is the one with our package.json", () => {
  expect(existsSync(path.join(packageRoot(), "src/kit/config/package-root.ts"))).toBe(true);
});

test("the environment is a frozen copy", () => {
  const environment = readEnvironment();
  expect(environment["PATH"]).toBe(process.env["PATH"]);
  expect(Object.isFrozen(environment)).toBe(true);
});
