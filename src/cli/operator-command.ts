/** How an operator runs a command beside this process: the console shows it in its hints. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../kit/config/package-root.ts";
import { programName } from "./init/program-name.ts";

/**
 * The setting, where the operator or the way of installing has set it (compose, the chart and the unit do). Otherwise
 * `tripod`, or `npx tripod` where npm runs it, or where it runs from a clone of the repository.
 *
 * @param environment as npm completes it for what it runs
 */
export function operatorCommand(
  setting: string,
  environment: Readonly<Record<string, string | undefined>>,
  isClone = existsSync(join(packageRoot(), "src")),
): string {
  if (setting !== "") return setting;
  const name = programName(environment);
  // `npm start`, or a script of a package that has Tripod among its own: a shell does not find it by its name.
  return name === "tripod" && (isClone || environment["npm_command"] !== undefined) ? "npx tripod" : name;
}
