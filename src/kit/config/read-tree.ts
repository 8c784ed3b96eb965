/** Reads a part of a YAML file by a schema, and notes everything that is wrong with its line and column. */
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { fromText } from "./from-text.ts";
import { didYouMean, nearest } from "./nearest.ts";
import { choicesOf, shapeOf } from "./schema-text.ts";
import type { MapTree, Member, Place, Problem, Tree } from "./yaml-tree.ts";

/** The valid parts of a value: a wrong member is left out, a wrong item is undefined. */
export type RightOf<Whole> = Whole extends readonly (infer Item)[]
  ? readonly (RightOf<Item> | undefined)[]
  : Whole extends object
    ? { readonly [Name in keyof Whole]?: RightOf<Whole[Name]> }
    : Whole;

/** The shown part of an item's `key` in its path. */
const SHOWABLE_KEY = /^[a-z0-9][a-z0-9_-]{0,31}$/;
/** The part of an unknown name that may be repeated: with anything else in it, it may be a misplaced value. */
const SHOWABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;
/** Longer names are not slips of the finger. */
const MAX_COMPARED = 40;
const BLANK_HINT = "; write `name: value`, with a blank behind the colon";

/**
 * Reads objects, lists, texts, numbers, yes or no, and choices among words in lower case. Texts are taken as they are
 * written, numbers and yes or no as environment variables write them. A `hint` of a schema ends the sentence that refuses
 * something else.
 *
 * @param problems receives all that is wrong. The value is whole if nothing was added.
 */
export function readTree<Schema extends TSchema>(
  schema: Schema,
  part: TreePart,
  problems: Problem[],
): RightOf<Static<Schema>> | undefined;
export function readTree(schema: TSchema, part: TreePart, problems: Problem[]): unknown {
  const { type, items = {}, maxItems = Number.POSITIVE_INFINITY } = shapeOf(schema);
  const { tree } = part;
  if (tree.kind === "map" && type === "object") return readMap(schema, tree, part, problems);
  if (tree.kind === "list" && type === "array") {
    if (tree.items.length > maxItems) problems.push(part.problem(`has more than ${maxItems} entries`));
    return part.items(maxItems).map((item) => readTree(items, item, problems));
  }
  const text = tree.kind === "text" ? tree.text : "";
  // Variables may say 1 for yes; in a file that is a number.
  const isYesAsNumber = type === "boolean" && tree.kind === "text" && typeof tree.value === "number";
  if (tree.kind === "text" && type !== "object" && type !== "array" && !isYesAsNumber) {
    const read = fromText(schema, choicesOf(schema) ? text.toLowerCase() : text);
    if ("value" in read && Value.Check(schema, read.value)) return read.value;
  }
  problems.push(part.problem(wanted(schema, text)));
  return undefined;
}

/** The value at one name of a file, or its absence: with its place, and its name in messages. */
export class TreePart {
  readonly tree: Tree;
  /** `players.servers[island]`; empty for a file as a whole. */
  readonly path: string;

  constructor(tree: Tree, path: string) {
    this.tree = tree;
    this.path = path;
  }

  /** False for a name that is not there, and for one with nothing behind it. */
  get isThere(): boolean {
    return this.tree.kind !== "nothing";
  }

  /** A member of a mapping; the first, where it is set twice. One that is not there has the place of the mapping. */
  member(name: string): TreePart {
    const { at } = this.tree;
    const member = this.tree.kind === "map" ? this.tree.members.find((each) => each.name === name) : undefined;
    return new TreePart(member?.value ?? { kind: "nothing", at }, below(this.path, name));
  }

  /** The first items of a list, each called by its `key`, or by its number where it has none that may be shown. */
  items(most?: number): TreePart[] {
    if (this.tree.kind !== "list") return [];
    return this.tree.items.slice(0, most).map((item, index) => {
      const key = new TreePart(item, "").member("key").tree;
      const name = key.kind === "text" && SHOWABLE_KEY.test(key.text) ? key.text : `#${index + 1}`;
      return new TreePart(item, `${this.path}[${name}]`);
    });
  }

  /** `says` must not repeat a value. */
  problem(says: string): Problem {
    const { line, column } = this.tree.at;
    return { line, column, path: this.path, says: ofPath(this.path, says) };
  }
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** A file as a whole has no path to be called by. */
function ofPath(path: string, says: string): string {
  return path === "" ? `the file ${says}` : says;
}

function readMap(schema: TSchema, map: MapTree, part: TreePart, problems: Problem[]): unknown {
  const { properties = {}, required = [], readElsewhere = [] } = shapeOf(schema);
  noteStrays(map, part.path, [...Object.keys(properties), ...readElsewhere], problems);
  const members = Object.entries(properties).flatMap(([name, property]) => {
    const member = part.member(name);
    const value = member.isThere ? readTree(property, member, problems) : undefined;
    if (!member.isThere && required.includes(name)) {
      problems.push(member.problem(`is missing; it ${wanted(property, "")}`));
    }
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

/** Members without a name, with the name of an earlier one, or with a name that is not known. */
function noteStrays({ members }: MapTree, path: string, known: readonly string[], problems: Problem[]): void {
  const first = new Map<string | undefined, Place>();
  const free = known.filter((name) => !members.some((member) => member.name === name));
  for (const member of members) {
    const { name, at } = member;
    const earlier = first.get(name);
    const shown = isShowable(member) ? below(path, name ?? "") : path;
    if (name === undefined) problems.push({ ...at, path, says: ofPath(path, "has a member without a name") });
    else if (earlier) {
      const says = `is set twice, here and at line ${earlier.line}; keep one`;
      problems.push({ ...at, path: shown, says: ofPath(shown, says) });
    } else if (!known.includes(name)) {
      const meant = didYouMean(nearest(name.slice(0, MAX_COMPARED), free));
      const says =
        shown === path ? `has a member that is not known here${meant}${BLANK_HINT}` : `is not known here${meant}`;
      problems.push({ ...at, path: shown, says: ofPath(shown, says) });
    }
    if (!earlier) first.set(name, at);
  }
}

/** A name with nothing behind it may be a value: `{ secret }`. */
function isShowable({ name = "", value }: Member): boolean {
  return value.kind !== "nothing" && SHOWABLE_NAME.test(name);
}

/** The allowed form. Of the written value, only a near choice is shown. */
function wanted(schema: TSchema, written: string): string {
  const choices = choicesOf(schema)?.map(String);
  if (choices) return `must be ${choices.join(" or ")}${didYouMean(nearest(written.slice(0, MAX_COMPARED), choices))}`;
  const { type = "", minimum, maximum, hint } = shapeOf(schema);
  const suchAs = hint === undefined ? "" : `, ${hint}`;
  if (type === "object") return `must hold names and their values${suchAs}`;
  if (type === "array") return "must be a list: lines that begin with `- `";
  if (type === "boolean") return "must be true or false";
  if (type === "integer") return `must be a whole number from ${minimum} to ${maximum}${suchAs}`;
  if (type === "number") return `must be a number from ${minimum} to ${maximum}${suchAs}`;
  return Value.Errors(schema, written)[0]?.message ?? "must be a text";
}
