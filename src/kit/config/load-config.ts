/** Settings of every section from their defaults, a file and the environment, in this order; the last one wins. */
import { dirname, resolve } from "node:path";
import { Value } from "typebox/value";
import { UserError } from "../errors/user-error.ts";
import { readConfigFile, readSmallFile } from "./config-file.ts";
import type { Environment } from "./environment.ts";
import { fromText } from "./from-text.ts";
import { didYouMean, nearest } from "./nearest.ts";
import { schemaText, shapeOf } from "./schema-text.ts";
import { envName, type ConfigSection, type SectionConfig } from "./setting.ts";
import { plainValue, type Member, type Tree } from "./yaml-tree.ts";

/** Largest secret that is read through a `_FILE` variable. */
const MAX_SECRET_BYTES = 65_536;

/** Of a name in the file at most this many characters are shown. */
const MAX_NAME_SHOWN = 80;

type Sections = Readonly<Record<string, ConfigSection>>;

/** The settings under the names that the caller gave the sections. Frozen, all the way down. */
export type Config<Given extends Sections> = { readonly [Name in keyof Given]: SectionConfig<Given[Name]> };

export interface ConfigSources<Given extends Sections> {
  readonly sections: Given;
  readonly environment: Environment;
  /** Which of those variables a file brought, so that a problem names the place where it can be mended. */
  readonly environmentFile?: { readonly name: string; readonly variables: readonly string[] };
  /** Path of a YAML or JSON file. */
  readonly file?: string | undefined;
  /** A computed default of a setting, by its place in the file: where it depends on the other sources. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Variables with our prefix that are not settings, such as the one that names the file. */
  readonly otherVariables?: readonly string[];
  /**
   * Sections that this command does not need: what the file and the environment set there is ignored, right or wrong.
   */
  readonly otherSections?: readonly string[];
}

/** One setting, where it may stand, and where it was found. */
interface Slot {
  readonly section: ConfigSection;
  readonly property: string;
  readonly variable: string;
  readonly place: string;
}

/**
 * Reads the settings. An empty environment variable counts as none. A secret setting may be in a separate file, named
 * by its variable with `_FILE` at the end, or in the settings' file as `{ file: PATH }`.
 *
 * @returns the settings, and warnings about variables with our prefix that mean nothing.
 * @throws UserError with every problem at once: what was set where, and why it cannot be; never the value itself.
 */
export function loadConfig<const Given extends Sections>(
  sources: ConfigSources<Given>,
): { readonly config: Config<Given>; readonly warnings: readonly string[] } {
  const slots = Object.values(sources.sections).flatMap(slotsOf);
  const problems: string[] = [];
  const fromFile = sources.file === undefined ? new Map<string, Found>() : readFile(sources, slots, problems);

  const config: Record<string, Record<string, unknown>> = {};
  for (const [name, section] of Object.entries(sources.sections)) {
    const values: Record<string, unknown> = {};
    for (const slot of slotsOf(section)) {
      const value = settle(slot, sources, fromFile.get(slot.place), problems);
      if (value !== undefined) values[slot.property] = value;
    }
    config[name] = values;
  }
  if (problems.length > 0) throw new UserError(`The settings cannot be used:\n  ${problems.join("\n  ")}`);
  return { config: freezeDeep(config) as Config<Given>, warnings: strayVariables(sources, slots) };
}

interface Found {
  readonly value: unknown;
  /** `set in the environment`, `set at tripod.yaml:3`. */
  readonly origin: string;
}

function slotsOf(section: ConfigSection): Slot[] {
  return Object.keys(section.schema.properties).map((property) => ({
    section,
    property,
    variable: envName(section.section, property),
    place: section.section === "" ? property : `${section.section}.${property}`,
  }));
}

/** The value of one setting. Adds to `problems` and answers undefined when there is none that may be used. */
function settle(slot: Slot, sources: ConfigSources<Sections>, inFile: Found | undefined, problems: string[]): unknown {
  const schema = slot.section.schema.properties[slot.property];
  if (!schema) return undefined;
  const refuse = (reason: string, origin?: string): undefined => {
    problems.push(`${slot.place} (${slot.variable})${origin === undefined ? "" : `, ${origin}`}: ${reason}`);
  };

  let found = inFile;
  const variable = fromEnvironment(slot, sources);
  if (variable && "problem" in variable) return refuse(variable.problem);
  if (variable) {
    const read = fromText(schema, variable.text);
    if ("problem" in read) return refuse(read.problem, variable.origin);
    found = { value: read.value, origin: variable.origin };
  }
  if (!found) {
    const byDefault = sources.defaults?.[slot.place] ?? shapeOf(schema).default;
    if (byDefault === undefined) {
      return isRequired(slot) ? refuse("must be set; it has no default") : undefined;
    }
    found = { value: byDefault, origin: "by default" };
  }
  const value = Value.Default(schema, structuredClone(found.value));
  const reason = whyNot(slot, value);
  return reason === undefined ? value : refuse(reason, found.origin);
}

function isRequired(slot: Slot): boolean {
  return shapeOf(slot.section.schema).required?.includes(slot.property) ?? false;
}

type VariableText = { readonly text: string; readonly origin: string } | { readonly problem: string };

function fromEnvironment(
  slot: Slot,
  { environment, environmentFile }: ConfigSources<Sections>,
): VariableText | undefined {
  const text = environment[slot.variable] ?? "";
  const file = isSecret(slot) ? (environment[`${slot.variable}_FILE`] ?? "") : "";
  if (text !== "" && file !== "") return { problem: `${slot.variable} and ${slot.variable}_FILE are both set` };
  if (text !== "") {
    const isInFile = environmentFile?.variables.includes(slot.variable) === true;
    return { text, origin: `set in ${isInFile ? environmentFile.name : "the environment"}` };
  }
  if (file === "") return undefined;
  const held = secretIn(file);
  if ("problem" in held) return { problem: `${slot.variable}_FILE: ${held.problem}` };
  return { text: held.text, origin: `set in the file of ${slot.variable}_FILE` };
}

function isSecret(slot: Slot): boolean {
  return shapeOf(slot.section.schema.properties[slot.property] ?? {}).secret === true;
}

/** Why the schema refuses a value, in words that contain nothing of the value; undefined when it does not. */
function whyNot(slot: Slot, value: unknown): string | undefined {
  const schema = slot.section.schema.properties[slot.property] ?? {};
  if (Value.Check(schema, value)) return undefined;
  const issues = Value.Errors(schema, value);
  const issue = issues.find((each) => each.keyword === "anyOf" && each.instancePath === "") ?? issues[0];
  if (!issue || issue.keyword === "anyOf") return `must be ${schemaText(schema)}`;
  const where = issue.instancePath === "" || isSecret(slot) ? "" : `at ${issue.instancePath.slice(1)}: `;
  const isWhole = issue.instancePath === "";
  if (issue.keyword === "type" || issue.keyword === "enum" || issue.keyword === "const") {
    return isWhole ? `must be ${schemaText(schema)}` : `${where}${issue.message}`;
  }
  return `${where}${issue.message}`;
}

/** The settings of the file, by place. Keys that are not settings are problems. */
function readFile(
  { file = "", sections: given, otherSections = [] }: ConfigSources<Sections>,
  slots: readonly Slot[],
  problems: string[],
): Map<string, Found> {
  const found = new Map<string, Found>();
  const elsewhere = new Set(
    Object.values(given).flatMap(({ section, readElsewhere = [] }) =>
      readElsewhere.map((name) => `${section}.${name}`),
    ),
  );
  const places = new Set(slots.map((slot) => slot.place));
  const secrets = new Set(slots.filter(isSecret).map((slot) => slot.place));
  const sections = new Set(slots.map((slot) => slot.section.section));
  const take = ({ at, value }: Member, place: string): void => {
    if (elsewhere.has(place)) return;
    if (places.has(place)) {
      // `name:` with nothing behind it means that it is not set.
      const origin = `set at ${file}:${at.line}`;
      const held = secrets.has(place) ? heldInFile(value, file) : undefined;
      if (held && "problem" in held) problems.push(`${place}, ${origin}: ${held.problem}`);
      else if (held) found.set(place, { value: held.text, origin: `set in the file named at ${file}:${at.line}` });
      else if (value.kind !== "nothing") found.set(place, { value: plainValue(value), origin });
      return;
    }
    const meant = nearest(place, places) ?? nearest(place, sections);
    problems.push(`${place}, set at ${file}:${at.line}: is not a setting${didYouMean(meant)}`);
  };
  for (const member of readConfigFile(file)) {
    const name = shownName(member);
    if (!sections.has(name) && otherSections.includes(name)) continue;
    if (!sections.has(name) || name === "") take(member, name);
    else if (member.value.kind === "map") {
      for (const setting of member.value.members) take(setting, `${name}.${shownName(setting)}`);
    } else if (member.value.kind !== "nothing") {
      problems.push(`${name}, set at ${file}:${member.at.line}: must hold names and their values`);
    }
  }
  return found;
}

/** The secret of `{ file: PATH }`; the path begins at the folder of the settings' file. Undefined for other values. */
function heldInFile(value: Tree, file: string): HeldSecret | undefined {
  if (value.kind !== "map") return undefined;
  const [{ name, value: path } = { name: "", value }, ...others] = value.members;
  if (name !== "file" || path.kind !== "text" || others.length > 0) {
    return { problem: "must be a text, or `file:` with the path of the file that holds it" };
  }
  return secretIn(resolve(dirname(file), path.text));
}

type HeldSecret = { readonly text: string } | { readonly problem: string };

function secretIn(path: string): HeldSecret {
  try {
    return { text: readSmallFile(path, MAX_SECRET_BYTES, "The file").replace(/\r?\n$/, "") };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  }
}

function shownName({ name = "?" }: Member): string {
  return name.slice(0, MAX_NAME_SHOWN);
}

/** Variables with our prefix that are not settings: likely mistyped, but they may belong to another program. */
function strayVariables<Given extends Sections>(sources: ConfigSources<Given>, slots: readonly Slot[]): string[] {
  const known = new Set(sources.otherVariables);
  for (const slot of slots) {
    known.add(slot.variable);
    if (isSecret(slot)) known.add(`${slot.variable}_FILE`);
  }
  const others = (sources.otherSections ?? []).map((section) => envName(section, ""));
  return Object.keys(sources.environment)
    .filter((name) => name.startsWith("TRIPOD_") && !known.has(name))
    .filter((name) => !others.some((prefix) => name.startsWith(prefix)))
    .toSorted()
    .map((name) => `${name} is not a setting${didYouMean(nearest(name, known))}`);
}

function freezeDeep<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) freezeDeep(member);
    Object.freeze(value);
  }
  return value;
}
