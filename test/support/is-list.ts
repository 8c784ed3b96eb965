import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";

/** Whether an endpoint answers a list: by its name, or by the form of its answer. */
export function isList({ id, output }: AnyEndpoint): boolean {
  const [, name = ""] = id.split(".");
  const schema: unknown = "schema" in output ? output.schema : undefined;
  const isArray = typeof schema === "object" && schema !== null && "items" in schema;
  return isArray || /^list[A-Z]|List(?:[A-Z]|$)/.test(name);
}
