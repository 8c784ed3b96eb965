/** The operations that each service's specification names, as lists of our own in `test/documented/`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";

export interface DocumentedOperation {
  readonly methods: readonly string[];
  readonly path: string;
  /** Only in the list of the trading platform. */
  readonly needsKey: boolean;
  readonly required: readonly string[];
}

/** Reads a list: one operation a line. */
export function documentedOperations(service: "registry" | "players" | "trading"): DocumentedOperation[] {
  const file = path.resolve(import.meta.dirname, "..", "documented", `${service}.txt`);
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [methods = "", address = "", key = "open", required] = line.split(" ");
    return {
      methods: methods.split(","),
      path: address,
      needsKey: key === "key",
      required: required === undefined ? [] : required.split(","),
    };
  });
}

/** The missing entries of a list, and entries that are neither on it nor marked as beyond the specification. */
export function documentedProblems(service: "registry" | "players", endpoints: readonly AnyEndpoint[]): string[] {
  const listed = documentedOperations(service).flatMap((each) =>
    each.methods.map((method) => `${method} ${each.path}`),
  );
  const addresses = (some: readonly AnyEndpoint[]): string[] =>
    some.flatMap((each) => methodsOf(each).map((method) => `${method} ${each.path}`));
  const within = addresses(endpoints.filter((each) => each.beyondSpec !== true));
  return [
    ...listed.filter((each) => !within.includes(each)).map((each) => `${each} is documented, and not in the table`),
    ...within.filter((each) => !listed.includes(each)).map((each) => `${each} is not documented, and lacks beyondSpec`),
  ];
}
