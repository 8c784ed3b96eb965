/**
 * What a migration takes from the program before it: something that program reads, writes or relies on is dropped,
 * narrowed or rewritten. What is only added is not a loss.
 */

export interface Loss {
  /** As in the file: `drop table`, `rewrite`, `set not null`. */
  readonly kind: string;
  /** The table or other object, and the column or constraint where there is one: `trading.news_keywords.words`. */
  readonly name: string;
}

/** The losses of a migration, in the order of the file. What it has created itself by then is left out. */
export function lossesIn(sql: string): Loss[] {
  const own = new Set<string>();
  const losses: Loss[] = [];
  for (const statement of statementsOf(sql)) {
    const isOwn = ({ name }: Loss): boolean => own.has(name.split(".").slice(0, 2).join("."));
    losses.push(...lossesOf(statement).filter((loss) => !isOwn(loss)));
    const created = CREATES.exec(statement)?.[1];
    if (created !== undefined) own.add(created);
  }
  return losses;
}

const CREATES = /^create (?:unlogged )?(?:table|view|sequence|function) (?:if not exists )?([\w.]+)/;

function lossesOf(statement: string): Loss[] {
  const [verb = ""] = statement.split(" ");
  // What a block does is decided when it runs.
  if (verb === "do") return [{ kind: "run", name: "do" }];
  if (verb === "with") {
    return [...statement.matchAll(/\b(?:update|delete from|merge into) ([\w.]+)/g)].map(([, name]) =>
      lossAt("rewrite", name),
    );
  }
  const [, kind = "", names = ""] =
    /^drop (materialized view|\w+) (?:concurrently )?(?:if exists )?([^(]+)/.exec(statement) ?? [];
  if (kind !== "") return listed(names).map((name) => lossAt(`drop ${kind}`, name));
  const [, truncated] = /^truncate (?:table )?(?:only )?(.+)/.exec(statement) ?? [];
  if (truncated !== undefined) return listed(truncated).map((name) => lossAt("remove rows", name));
  for (const [pattern, found] of WHOLE) {
    const match = pattern.exec(statement);
    if (match) return [lossAt(found, match[2] === undefined ? match[1] : `${match[2]}.${match[1]}`)];
  }
  const [, name = "", actions = ""] = /^alter \w+ (?:if exists )?(?:only )?([\w.]+) (.+)/.exec(statement) ?? [];
  return splitOutside(actions, ",").flatMap((action) => lossOfAction(name, action.trim()));
}

/** Statements about one thing, which they name. */
const WHOLE: readonly (readonly [RegExp, string])[] = [
  [/^update (?:only )?([\w.]+)/, "rewrite"],
  [/^merge into (?:only )?([\w.]+)/, "rewrite"],
  [/^delete from (?:only )?([\w.]+)/, "remove rows"],
  [/^create or replace \w+ ([\w.]+)/, "replace"],
  [/^create unique index (?:if not exists )?(\w+) on (?:only )?([\w.]+)/, "add unique"],
];

/** Actions of `alter table`, the first that fits. What is found stands behind the table's name. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^drop constraint (?:if exists )?(\w+)/, "drop constraint"],
  [/^drop (?:column )?(?:if exists )?(\w+)/, "drop column"],
  [/^rename (?:column )?(\w+)/, "rename"],
  [/^set (schema) /, "rename"],
  [/^alter (?:column )?(\w+) set not null/, "set not null"],
  [/^alter (?:column )?(\w+) drop not null/, "drop not null"],
  [/^alter (?:column )?(\w+) drop default/, "drop default"],
  [/^alter (?:column )?(\w+) (?:set data )?type /, "change type"],
  [/^add constraint (\w+)/, "add constraint"],
  [/^add (primary key|unique|check|foreign key|exclude)\b/, "add constraint"],
  // The program before leaves the column out.
  [/^add (?:column )?(?:if not exists )?(\w+) (?!.*\b(?:default|generated)\b).*\bnot null\b/, "add not null"],
];

function lossOfAction(table: string, action: string): Loss[] {
  for (const [pattern, kind] of ACTIONS) {
    const match = pattern.exec(action);
    if (match) return [lossAt(kind, `${table}.${match[1]}`)];
  }
  return [];
}

const lossAt = (kind: string, name = ""): Loss => ({ kind, name });

/** The names of a list, without what follows them. */
const listed = (names: string): string[] => names.split(",").map((each) => each.trim().split(" ")[0] ?? "");

/** In lower case, on one line each, without comments, literals and bodies of functions. */
function statementsOf(sql: string): string[] {
  const bare = sql
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith("'") ? "''" : " "));
  return splitOutside(bare, ";")
    .map((each) => each.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((each) => each !== "");
}

/** Splits where no parenthesis is open. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
    if (depth > 0 || text[at] !== separator) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}
