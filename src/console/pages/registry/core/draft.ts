/** A description while it is written: the text is the truth, and the form shows and changes what stands in it. */
import type { ServerDetail, ValidationResult } from "../../../../../clients/typescript/src/registry.ts";

export type DraftDocument = Readonly<Record<string, unknown>>;
export type Issue = ValidationResult["issues"][number];

export type DraftRead =
  | { readonly kind: "document"; readonly document: DraftDocument }
  | { readonly kind: "unreadable"; readonly message: string };

export const EMPTY_DRAFT = writeDraft({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "",
  description: "",
  version: "1.0.0",
});

export function writeDraft(document: DraftDocument): string {
  return JSON.stringify(document, null, 2);
}

/** The next version of a server: its document without the number, which is to be chosen. */
export function nextVersionOf(server: ServerDetail): string {
  return writeDraft({ ...server, version: "" });
}

export function draftIn(text: string): DraftRead {
  try {
    const document: unknown = JSON.parse(text);
    if (isDocument(document)) return { kind: "document", document };
    return { kind: "unreadable", message: "" };
  } catch (error) {
    return { kind: "unreadable", message: error instanceof Error ? error.message : String(error) };
  }
}

function isDocument(value: unknown): value is DraftDocument {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

type Part = string | number;

/** `packages[0].transport.url` as its parts. */
function partsOf(path: string): readonly Part[] {
  return path
    .replaceAll("]", "")
    .split(/[.[]/)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** What stands at a place; undefined where the document has another shape. */
export function memberAt(document: unknown, path: string): unknown {
  let value = document;
  for (const part of partsOf(path)) {
    if (Array.isArray(value)) value = typeof part === "number" ? (value as unknown[])[part] : undefined;
    else value = isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

export function textAt(document: unknown, path: string): string {
  const value = memberAt(document, path);
  return typeof value === "string" ? value : "";
}

/** How many entries the list at a place has. */
export function lengthAt(document: unknown, path: string): number {
  const value = memberAt(document, path);
  return Array.isArray(value) ? value.length : 0;
}

/** The document with another value at a place. `undefined` takes a member out; of a list, the entry. */
export function withValue(document: DraftDocument, path: string, value: unknown): DraftDocument {
  return changed(document, partsOf(path), value) as DraftDocument;
}

function changed(from: unknown, [part, ...rest]: readonly Part[], value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === "number") {
    const list: unknown[] = Array.isArray(from) ? [...(from as unknown[])] : [];
    const made = changed(list[part], rest, value);
    list.splice(part, 1, ...(made === undefined ? [] : [made]));
    return list;
  }
  const members = isDocument(from) ? from : {};
  const made = changed(Object.hasOwn(members, part) ? members[part] : undefined, rest, value);
  if (made !== undefined) return { ...members, [part]: made };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== part));
}

/** Adds an entry to the list at a place. */
export function withEntry(document: DraftDocument, path: string, entry: unknown): DraftDocument {
  return withValue(document, `${path}[${lengthAt(document, path)}]`, entry);
}

/** Issues that no field shows. */
export function otherIssues(issues: readonly Issue[], shown: ReadonlySet<string>): readonly Issue[] {
  return issues.filter(({ path }) => !shown.has(path));
}
