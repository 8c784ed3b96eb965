/**
 * The claims about the program in the files for containers, Kubernetes, systemd and proxies, and the program itself.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, parseAllDocuments } from "yaml";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { shapeOf } from "../../src/kit/config/schema-text.ts";
import { envName, type ConfigSection } from "../../src/kit/config/setting.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { playersSettings } from "../../src/players/config.ts";
import { registrySettings } from "../../src/registry/config.ts";
import { tradingSettings } from "../../src/trading/config.ts";
import { filesBelow, readText } from "../architecture/source-files.ts";

const SECTIONS = {
  shared: sharedSettings,
  registry: registrySettings,
  players: playersSettings,
  trading: tradingSettings,
} as const;

/** By the name of its variable: whether a setting is secret. */
export const SETTINGS: ReadonlyMap<string, { readonly isSecret: boolean }> = new Map(
  Object.values<ConfigSection>(SECTIONS).flatMap(({ section, schema }) =>
    Object.entries(schema.properties).map(([property, type]) => [
      envName(section, property),
      { isSecret: shapeOf(type).secret === true },
    ]),
  ),
);

export const PACKAGE = JSON.parse(readText("package.json")) as { readonly version: string; readonly files: string[] };

/** Files of this repository by which Tripod is installed, and the document about them. */
export const DEPLOYMENT_FILES: readonly string[] = [
  "Dockerfile",
  ".dockerignore",
  "compose.yaml",
  "docs/install.md",
  ...filesBelow("deploy").filter((file) => /^deploy\/(?:[^/]+$|container|helm|proxy|systemd)/.test(file)),
];

/** The documents of a YAML text as data. Merge keys count, and keys that repeat are errors. */
export function parseYaml(text: string): unknown[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true, strict: true }).flatMap((each) => {
    if (!(each instanceof Document)) return [];
    const problem = each.errors[0] ?? each.warnings[0];
    if (problem) throw problem;
    const value: unknown = each.toJS();
    return value === null ? [] : [value];
  });
}

/** Values that secret settings accept, for files that are not made yet. */
const SECRETS: Readonly<Record<string, string>> = {
  TRIPOD_DATABASE_URL: "postgres://tripod:secret@postgres/tripod",
  TRIPOD_DIRECT_DATABASE_URL: "postgres://tripod:secret@postgres/tripod",
  TRIPOD_REDIS_URL: "redis://:secret@redis",
  TRIPOD_SECRET_KEY: "5e".repeat(32),
  TRIPOD_TRADING_SMTP_URL: "smtp://user:secret@mail",
};

/**
 * The problems of a process's settings, as the program itself reports them at its start. Files of secrets hold
 * something that fits.
 */
export function problemsOfSettings(environment: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "tripod-deployment-"));
  const given = Object.entries(environment).map(([name, value]): [string, string] => {
    if (!name.endsWith("_FILE") || SETTINGS.has(name)) return [name, value];
    const file = join(folder, name);
    writeFileSync(file, `${SECRETS[name.slice(0, -"_FILE".length)] ?? "secret"}\n`);
    return [name, file];
  });
  try {
    return loadConfig({ sections: SECTIONS, environment: Object.fromEntries(given) }).warnings;
  } catch (error) {
    return [(error as Error).message];
  }
}
