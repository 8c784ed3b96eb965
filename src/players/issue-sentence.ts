/** What is wrong with an input, in one sentence for its caller. */
import type { InputIssue } from "../kit/endpoint/form.ts";

const MAX_CLAUSES = 5;

/** The first issues as clauses, each of which names its member. */
export function sentenceOf(issues: readonly InputIssue[]): string {
  const clauses = issues.filter((issue) => !isOfUnion(issue, issues)).map(clauseOf);
  return `${[...new Set(clauses)].slice(0, MAX_CLAUSES).join("; ")}.`;
}

function clauseOf({ place, path, keyword, message, params }: InputIssue): string {
  const name = path.join(".");
  const { allowedValues: allowed, additionalProperties: strangers } = params;
  if (keyword === "enum" && Array.isArray(allowed)) return `${name} must be ${alternatives(allowed.map(String))}`;
  if (keyword === "additionalProperties" && Array.isArray(strangers)) {
    return `${name || `the ${place}`} must not have ${strangers.join(", ")}: names are case-sensitive there`;
  }
  return name === "" ? message : `${name} ${message}`;
}

/** That a union does not fit says nothing beside what is wrong with its one member; and null is not what was meant. */
function isOfUnion(issue: InputIssue, issues: readonly InputIssue[]): boolean {
  if (!isAboutUnion(issue)) return false;
  return issues.some((other) => !isAboutUnion(other) && issue.path.every((part, at) => other.path[at] === part));
}

function isAboutUnion({ keyword, params }: InputIssue): boolean {
  return keyword === "anyOf" || (keyword === "type" && params["type"] === "null");
}

function alternatives(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}
