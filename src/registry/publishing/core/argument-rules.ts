/** The rules of command line arguments: the needs of each kind, and the names that a flag may have. */
import type { Argument } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";

/** `path` is the place of the list. */
export function argumentIssues(list: readonly Argument[] | undefined, path: string): Issue[] {
  return (list ?? []).flatMap((argument, index) => issuesOf(argument, `${path}[${index}]`));
}

function issuesOf(argument: Argument, path: string): Issue[] {
  if (argument.type === "positional") return positionalIssues(argument, path);
  if (argument.type === "named") return namedIssues(argument, path);
  return [broken("invalid-argument-type", `${path}.type`, "argument type must be 'positional' or 'named'")];
}

function positionalIssues({ value, valueHint }: Argument, path: string): Issue[] {
  if (value || valueHint) return [];
  const message = "positional argument must provide a value or a valueHint";
  return [broken("positional-argument-value-required", `${path}.valueHint`, message)];
}

function namedIssues({ name, value, default: fallback }: Argument, path: string): Issue[] {
  if (!name) {
    return [broken("named-argument-name-required", `${path}.name`, "argument name is required for named arguments")];
  }
  const issues: Issue[] = [];
  if (/[<>$\s]/.test(name)) {
    const message = "argument name must be the flag alone: it has no '<', '>', '$' or blank";
    issues.push(broken("invalid-named-argument-name", `${path}.name`, message));
  }
  if (value?.startsWith(name)) {
    const message = "argument value must not start with the argument's name, which is put before it";
    issues.push(broken("argument-value-starts-with-name", `${path}.value`, message));
  }
  if (fallback?.startsWith(name)) {
    const message = "argument default must not start with the argument's name, which is put before it";
    issues.push(broken("argument-default-starts-with-name", `${path}.default`, message));
  }
  return issues;
}
