/** The reasons against publishing an algorithm, with the platform's own indicators. */
import { INDICATOR_CATALOG } from "../indicators/index.ts";
import { draftOf, type Definition } from "./core/definition.ts";
import { validateAlgorithm, type AlgorithmProblem } from "./core/validate-algorithm.ts";
import { algorithmErrors } from "./errors.ts";

/** All problems at once, warnings too. @param hasNews whether the operator follows news: only a warning depends on it */
export function problemsOf(id: number, definition: Definition, hasNews = true): readonly AlgorithmProblem[] {
  return validateAlgorithm(draftOf(id, definition), { catalog: INDICATOR_CATALOG, hasNews });
}

/** @throws notValid with all problems, where one is an error */
export function requirePublishable(id: number, definition: Definition): void {
  const problems = problemsOf(id, definition);
  const count = problems.filter(({ severity }) => severity === "error").length;
  if (count > 0) throw algorithmErrors.notValid({ count, details: { missing_information: problems, problems } });
}
