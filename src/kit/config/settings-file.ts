/** Writes a settings' file: chosen settings with their meanings, for an operator to read and change. */
import { Document } from "yaml";
import { commentLines } from "./reference.ts";
import { shapeOf } from "./schema-text.ts";
import type { ConfigSection } from "./setting.ts";

export interface WrittenSection {
  readonly section: ConfigSection;
  /** By property, in the order of the file. Undefined values are written as comments, to be filled in later. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** YAML that `readConfigFile` reads, one setting a paragraph. Settings without a section stand first. */
export function settingsFileText(head: string, sections: readonly WrittenSection[]): string {
  const parts = commentLines(head);
  for (const { section, values } of sections) {
    const indent = section.section === "" ? "" : "  ";
    if (section.section !== "") parts.push("", `${section.section}:`);
    for (const [at, [property, value]] of Object.entries(values).entries()) {
      const { description = "" } = shapeOf(section.schema.properties[property] ?? {});
      if (at > 0 || section.section === "") parts.push("");
      parts.push(...[...commentLines(description), lineOf(property, value)].map((line) => `${indent}${line}`));
    }
  }
  return `${parts.join("\n")}\n`;
}

function lineOf(property: string, value: unknown): string {
  if (value === undefined) return `# ${property}:`;
  const document = new Document({ [property]: value });
  const inside: unknown = document.get(property, true);
  if (typeof inside === "object" && inside !== null && "flow" in inside) inside.flow = true;
  return document.toString({ lineWidth: 0 }).trimEnd();
}
