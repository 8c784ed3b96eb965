/** A password, given in one of three ways: as it is, in an environment variable, or in a file of its own. */
import type { Secret } from "../core/cluster.ts";
import { environmentNameRule, passwordRule, pathRule } from "../core/text-rules.ts";
import type { Members } from "./members.ts";

/** Reads `password`, `passwordEnv` or `passwordFile`, of which only one may be there. `resolve` makes a path absolute. */
export function readPassword(
  members: Members,
  resolve: (path: string) => string,
  need: "required" | "optional",
): Secret | undefined {
  const given = ["password", "passwordEnv", "passwordFile"].filter((name) => members.has(name));
  const [, second] = given;
  if (second !== undefined) members.refuse(second, `is one too many: keep one of ${given.join(", ")}`);
  if (given.length === 0 && need === "required") {
    members.refuse("password", "is missing; give `password`, `passwordEnv` (a variable) or `passwordFile` (a file)");
  }
  const text = members.text("password", passwordRule, undefined);
  const name = members.text("passwordEnv", environmentNameRule, undefined);
  const file = members.text("passwordFile", pathRule, undefined);
  if (text !== undefined) return { from: "text", text };
  if (name !== undefined) return { from: "environment", name };
  return file === undefined ? undefined : { from: "file", file: resolve(file) };
}
