import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { UserError } from "../errors/user-error.ts";
import { loadConfig } from "./load-config.ts";
import { secretText, settings } from "./setting.ts";
import { sharedSettings } from "./shared-settings.ts";

const registry = settings(
  "registry",
  "The registry.",
  Type.Object({
    baseUrl: Type.String({ description: "Public address." }),
    pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 30, description: "Rows of a page." }),
    namespaces: Type.Array(Type.String({ maxLength: 5 }), { default: [], description: "Own namespaces." }),
    jwtPrivateKey: secretText({ description: "Signs tokens.", minLength: 8 }),
    limits: Type.Object(
      { burst: Type.Integer({ default: 4 }), rate: Type.Optional(Type.Number()) },
      { default: {}, additionalProperties: false, description: "Limits." },
    ),
  }),
);
const sections = { shared: sharedSettings, registry };
const enough = { TRIPOD_REGISTRY_BASE_URL: "http://a.example" };

function file(text: string, name = "tripod.yaml"): string {
  const at = path.join(mkdtempSync(path.join(tmpdir(), "tripod-config-")), name);
  writeFileSync(at, text);
  return at;
}

function refusal(environment: Record<string, string>, text?: string): string {
  try {
    loadConfig({ sections, environment, file: text === undefined ? undefined : file(text) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.replaceAll(/\/\S*\/tripod\.yaml/g, "tripod.yaml");
  }
  throw new Error("the settings were accepted");
}

describe("sources", () => {
  test("defaults are used where nothing is set, inside objects too", () => {
    const { config, warnings } = loadConfig({ sections, environment: enough });
    expect(config.shared).toMatchObject({ host: "127.0.0.1", port: 8080, logLevel: "info", trustedProxies: [] });
    expect(config.registry).toEqual({
      baseUrl: "http://a.example",
      pageSize: 30,
      namespaces: [],
      limits: { burst: 4 },
    });
    expect(warnings).toEqual([]);
  });

  test("the file wins over defaults, the environment over the file", () => {
    const at = file(
      "port: 1\nhost: ::1\nregistry:\n  baseUrl: http://b.example\n  pageSize: 7\n  namespaces: [a, b]\n",
    );
    const { config } = loadConfig({ sections, environment: { TRIPOD_PORT: "2" }, file: at });
    expect(config.shared).toMatchObject({ port: 2, host: "::1" });
    expect(config.registry).toMatchObject({ baseUrl: "http://b.example", pageSize: 7, namespaces: ["a", "b"] });
  });

  test("the file may be JSON or empty, and a key may be left without a value", () => {
    const json = file('{"port": 9,\n\t"registry": {"pageSize": 8}}', "tripod.json");
    expect(loadConfig({ sections, environment: enough, file: json }).config.shared.port).toBe(9);
    expect(loadConfig({ sections, environment: enough, file: file("") }).config.shared.port).toBe(8080);
    expect(loadConfig({ sections, environment: enough, file: file("port:\nregistry:\n") }).config.shared.port).toBe(
      8080,
    );
  });

  test("an empty variable counts as none", () => {
    expect(loadConfig({ sections, environment: { ...enough, TRIPOD_PORT: "" } }).config.shared.port).toBe(8080);
  });

  test("a secret is read from the file that its _FILE variable names, without the last line break", () => {
    const at = file("s3cret-key\n", "key");
    const { config, warnings } = loadConfig({
      sections,
      environment: { ...enough, TRIPOD_REGISTRY_JWT_PRIVATE_KEY_FILE: at },
    });
    expect(config.registry.jwtPrivateKey).toBe("s3cret-key");
    expect(warnings).toEqual([]);
  });

  test("nothing in the result can be changed", () => {
    const { config } = loadConfig({ sections, environment: enough });
    expect(() => config.registry.namespaces.push("x")).toThrow(TypeError);
    expect(() => Object.assign(config.registry.limits, { burst: 5 })).toThrow(TypeError);
    expect(() => Object.assign(config, { shared: {} })).toThrow(TypeError);
  });
});

describe("refusals", () => {
  test("all problems are reported at once, each with the setting, its place and the reason", () => {
    const text = "port: 70000\nlogLevel: loud\nregistry:\n  pagesize: 3\n  limits: { burst: x }\nregistri: {}\n";
    expect(refusal({ TRIPOD_ADMIN_PORT: "http", TRIPOD_REGISTRY_NAMESPACES: "abc,abcdef" }, text)).toBe(
      `The settings cannot be used:
  registry.pagesize, set at tripod.yaml:4: is not a setting; did you mean registry.pageSize?
  registri, set at tripod.yaml:6: is not a setting; did you mean registry?
  port (TRIPOD_PORT), set at tripod.yaml:1: must be <= 65535
  adminPort (TRIPOD_ADMIN_PORT), set in the environment: must be a whole number
  logLevel (TRIPOD_LOG_LEVEL), set at tripod.yaml:2: must be one of debug, info, warn, error
  registry.baseUrl (TRIPOD_REGISTRY_BASE_URL): must be set; it has no default
  registry.namespaces (TRIPOD_REGISTRY_NAMESPACES), set in the environment: at 1: must not have more than 5 characters
  registry.limits (TRIPOD_REGISTRY_LIMITS), set at tripod.yaml:5: at burst: must be integer`,
    );
  });

  test("no refusal repeats the value that it refuses", () => {
    const value = "hunter2";
    const texts = [
      refusal({ ...enough, TRIPOD_SECRET_KEY: value, TRIPOD_REDIS_URL: value, TRIPOD_REGISTRY_JWT_PRIVATE_KEY: value }),
      refusal({ ...enough, TRIPOD_PORT: value, TRIPOD_TRUSTED_PROXIES: `10.0.0.0/8,${value}/99` }),
      refusal({ ...enough, TRIPOD_REGISTRY_LIMITS: `{"${value}` }),
      refusal(enough, `secretKey: "${value}"\nport: ${value}\nregistry: ${value}\n`),
      refusal(enough, `port: {${value}\nsecretKey: "${value}\n`),
    ];
    for (const text of texts) expect(text).not.toContain(value);
  });

  test("a secret is read from the file that the settings' file names, from whose folder the path begins", () => {
    const at = file("registry:\n  baseUrl: http://b.example\n  jwtPrivateKey: { file: ./key }\n");
    writeFileSync(path.join(path.dirname(at), "key"), "long-enough\n");
    expect(loadConfig({ sections, environment: {}, file: at }).config.registry.jwtPrivateKey).toBe("long-enough");
    const stronger = { TRIPOD_REGISTRY_JWT_PRIVATE_KEY: "long-enough-too" };
    expect(loadConfig({ sections, environment: stronger, file: at }).config.registry.jwtPrivateKey).toBe(
      "long-enough-too",
    );
  });

  test("a file of a secret that cannot be read, holds too little or is named in another way is refused", () => {
    const named = (value: string): string => refusal(enough, `registry:\n  jwtPrivateKey: ${value}\n`);
    expect(named("{ file: ./none }")).toMatch(
      /jwtPrivateKey, set at tripod\.yaml:2: The file .*none cannot be read \(ENOENT\)/,
    );
    const short = file("short");
    expect(named(`{ file: ${short} }`)).toContain("set in the file named at tripod.yaml:2: ");
    for (const other of ["{ path: a }", "{ file: a, mode: b }", "{}", "{ file: [a] }"]) {
      expect(named(other)).toContain("must be a text, or `file:` with the path of the file that holds it");
    }
    expect(refusal(enough, "host: { file: ./host }\n")).toContain("host (TRIPOD_HOST), set at tripod.yaml:1");
  });

  test("the file and the environment override computed defaults", () => {
    const defaults = { "registry.pageSize": 9 };
    const pageSize = (environment: Record<string, string>, text: string): number =>
      loadConfig({ sections, environment: { ...enough, ...environment }, file: file(text), defaults }).config.registry
        .pageSize;
    expect(pageSize({}, "")).toBe(9);
    expect(pageSize({}, "registry: { pageSize: 8 }")).toBe(8);
    expect(pageSize({ TRIPOD_REGISTRY_PAGE_SIZE: "7" }, "registry: { pageSize: 8 }")).toBe(7);
  });

  test("a secret and its _FILE variable together are refused, as is a file that cannot be read or is too large", () => {
    const name = "TRIPOD_REGISTRY_JWT_PRIVATE_KEY";
    expect(refusal({ ...enough, [name]: "long-enough", [`${name}_FILE`]: "/x" })).toContain("are both set");
    expect(refusal({ ...enough, [`${name}_FILE`]: "/nowhere/key" })).toMatch(/_FILE: .*\/nowhere\/key.*ENOENT/);
    const large = file("k".repeat(65_537), "key");
    expect(refusal({ ...enough, [`${name}_FILE`]: large })).toContain("larger than 65536 bytes");
    expect(refusal({ ...enough, [`${name}_FILE`]: "/dev/zero" })).toContain("larger than 65536 bytes");
  });

  test("a file that is missing, too large, no mapping, or has a key twice is refused", () => {
    expect(() => loadConfig({ sections, environment: enough, file: "/nowhere/tripod.yaml" })).toThrow(/ENOENT/);
    expect(refusal(enough, "#".repeat(1_048_577))).toContain("larger than 1048576 bytes");
    expect(refusal(enough, "- a\n")).toContain("must hold names and their values");
    expect(refusal(enough, "port: 1\nport: 2\n")).toContain("line 2: duplicate key");
    expect(refusal(enough, "registry:\n  pageSize: 1\n  pageSize: 1\n")).toContain("line 3: duplicate key");
  });

  test("a file is refused with its lines where it is not valid, or its references lead nowhere or unfold too far", () => {
    expect(refusal(enough, "port: 1\n\thost: x\n")).toContain("tripod.yaml is not valid YAML:\n  line 2: ");
    expect(refusal(enough, "host: x\nport: *none\n")).toContain("line 2: this line refers to something");
    const names = Array.from({ length: 9 }, (_, n) => `n${n}`);
    const lines = names.map(
      (name, n) =>
        `${name}: &${name} [${Array(10)
          .fill(n === 0 ? "x" : `*n${n - 1}`)
          .join(", ")}]`,
    );
    expect(refusal(enough, lines.join("\n"))).toContain("line 1: the file is nested or repeated too much");
  });

  test("addresses of proxies and hosts are checked by their form", () => {
    const good = {
      ...enough,
      TRIPOD_TRUSTED_PROXIES: "10.0.0.0/8,::1,192.0.2.1",
      TRIPOD_ALLOW_PRIVATE_OUTBOUND: "lan.example",
    };
    expect(loadConfig({ sections, environment: good }).config.shared.trustedProxies).toHaveLength(3);
    for (const bad of ["10", "10.0.0.0/33", "example.com", "0x7f.1"]) {
      expect(refusal({ ...enough, TRIPOD_TRUSTED_PROXIES: bad })).toContain("must be an IP address or a CIDR range");
    }
    expect(refusal({ ...enough, TRIPOD_ALLOW_PRIVATE_OUTBOUND: "a b" })).toContain("must be a host name");
  });

  test("the public address is one that a browser can open", () => {
    for (const good of ["https://tripod.example.com", "http://127.0.0.1:8080", "http://[::1]:8080"]) {
      expect(
        loadConfig({ sections, environment: { ...enough, TRIPOD_PUBLIC_URL: good } }).config.shared.publicUrl,
      ).toBe(good);
    }
    for (const bad of [
      "https://tripod.example.com:99999",
      "https://trip%od.example.com",
      "https://[::1",
      "https://a^b",
    ]) {
      expect(refusal({ ...enough, TRIPOD_PUBLIC_URL: bad })).toContain("must be an address that a browser can open");
    }
  });
});

test("variables with our prefix that are not settings cause a warning, not a refusal", () => {
  const environment = { ...enough, TRIPOD_PROT: "1", TRIPOD_CONFIG: "x", TRIPOD_PORT_FILE: "x", OTHER: "x" };
  expect(loadConfig({ sections, environment, otherVariables: ["TRIPOD_CONFIG"] }).warnings).toEqual([
    "TRIPOD_PORT_FILE is not a setting; did you mean TRIPOD_PORT?",
    "TRIPOD_PROT is not a setting; did you mean TRIPOD_PORT?",
  ]);
});

describe("what is not for these settings", () => {
  const garden = settings("garden", "The garden.", Type.Object({ size: Type.Integer({ default: 1 }) }), {
    readElsewhere: ["beds", "name"],
  });
  const text = "garden:\n  name: Eden\n  size: 7\n  beds: [{ plants: 3 }]\nkitchen: { stove: hot, port: x }\n";

  test("members of a section that others read are passed over, and its settings are read", () => {
    const at = file(text.replace(/kitchen.*\n/, ""));
    expect(loadConfig({ sections: { garden }, environment: {}, file: at }).config.garden).toEqual({ size: 7 });
  });

  test("sections that are not requested are skipped, in the file and in the environment", () => {
    const { config, warnings } = loadConfig({
      sections: { garden },
      environment: { TRIPOD_KITCHEN_STOVE: "hot", TRIPOD_KITCHENSINK: "1" },
      file: file(text),
      otherSections: ["kitchen"],
    });
    expect(config.garden).toEqual({ size: 7 });
    expect(warnings).toEqual(["TRIPOD_KITCHENSINK is not a setting"]);
  });

  test("a requested section is read, whoever else may read it", () => {
    const wrong = file("garden: { seize: 7 }\n");
    const read = (): unknown =>
      loadConfig({ sections: { garden }, environment: {}, file: wrong, otherSections: ["garden"] });
    expect(read).toThrow(/garden.seize, set at .*: is not a setting; did you mean garden.size/);
  });

  test("a name cannot be a setting and be read elsewhere", () => {
    const declare = (): unknown =>
      settings("garden", "The garden.", Type.Object({ size: Type.Integer() }), { readElsewhere: ["size"] });
    expect(declare).toThrow("is not a setting either");
  });
});
