/** Names of types that are one for each operation, and of which no two are the same. */
import type { Api, Operation } from "./api.ts";

export class TypeNames {
  readonly #shared: ReadonlySet<string>;

  constructor({ operations }: Pick<Api, "operations">) {
    const counts = new Map<string, number>();
    for (const { name } of operations) counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#shared = new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
  }

  /** `OrderCreateParams`. */
  paramsOf(operation: Operation): string {
    return `${this.stemOf(operation)}Params`;
  }

  /** `OrderCreateResult`. */
  resultOf(operation: Operation): string {
    return `${this.stemOf(operation)}Result`;
  }

  /** With its area, where two areas have an operation of this name. */
  stemOf({ area, name }: Operation): string {
    return this.#shared.has(name) ? `${capital(area)}${capital(name)}` : capital(name);
  }
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
