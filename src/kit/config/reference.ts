/** Pages about the settings, made from the settings: `docs/generated/config.md` and `.env.example`. */
import type { TSchema } from "typebox";
import { schemaText, shapeOf } from "./schema-text.ts";
import { envName, type ConfigSection } from "./setting.ts";

const COMMENT_WIDTH = 100;

type Sections = Readonly<Record<string, ConfigSection>> | readonly ConfigSection[];

/** The reference of every setting as Markdown, one table for each section. */
export function configReference(sections: Sections): string {
  const parts = [
    "# Settings",
    "",
    "A setting is taken from the environment, else from the settings' file (YAML or JSON), else from its default.",
    "A secret may stand in a file of its own: put the path of that file into the variable with `_FILE` at the end, or",
    "write `{ file: PATH }` in the settings' file, from whose folder the path begins.",
    "In variables, lists are separated by commas and objects are written as JSON.",
  ];
  for (const section of Object.values(sections)) {
    parts.push("", `## ${section.section === "" ? "Shared" : section.section}`, "", section.about, "");
    parts.push("| variable | in the file | type | default | meaning |", "| --- | --- | --- | --- | --- |");
    for (const [property, schema] of Object.entries(section.schema.properties)) {
      parts.push(tableRow(section, property, schema));
    }
  }
  return `${parts.join("\n")}\n`;
}

/** Every setting as a commented line with its default, to be copied to `.env`. */
export function envExample(sections: Sections): string {
  const lines = ["# Settings of Tripod. Every line is optional unless it says otherwise; remove the # to change one."];
  for (const section of Object.values(sections)) {
    lines.push("", `# ---- ${section.about}`);
    for (const [property, schema] of Object.entries(section.schema.properties)) {
      const variable = envName(section.section, property);
      lines.push("", ...commentLines(meaning(section, property, schema)), `# ${variable}=${defaultText(schema)}`);
      if (shapeOf(schema).secret === true) lines.push(`# ${variable}_FILE=`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function tableRow(section: ConfigSection, property: string, schema: TSchema): string {
  const place = section.section === "" ? property : `${section.section}.${property}`;
  const byDefault = defaultText(schema);
  const cells = [
    `\`${envName(section.section, property)}\``,
    `\`${place}\``,
    schemaText(schema),
    byDefault === "" ? "" : `\`${byDefault}\``,
    meaning(section, property, schema),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

function meaning(section: ConfigSection, property: string, schema: TSchema): string {
  const shape = shapeOf(schema);
  const { required = [] } = shapeOf(section.schema);
  const parts = [shape.description ?? ""];
  if (shape.default === undefined && required.includes(property)) parts.push("Required.");
  if (shape.secret === true) parts.push("Secret.");
  return parts.filter((part) => part !== "").join(" ");
}

function defaultText(schema: TSchema): string {
  const value = shapeOf(schema).default;
  if (value === undefined) return "";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A text as lines that begin with `#`, of at most 100 characters where its words allow it. */
export function commentLines(text: string): string[] {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > COMMENT_WIDTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
