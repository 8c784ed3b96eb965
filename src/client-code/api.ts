/** A client's knowledge of a service, read from its OpenAPI document: the same for every language. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "body";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/**
 * - `read` changes nothing, and may be sent again.
 * - `change` takes an Idempotency-Key.
 * - `once` changes something and takes none: it must not be sent again.
 */
export type Effect = "read" | "change" | "once";

export type Paging =
  | { readonly by: "number"; readonly list?: string; readonly item: Schema }
  | { readonly by: "numberOfMembers"; readonly item: Schema }
  | { readonly by: "before"; readonly of: string; readonly item: Schema }
  | { readonly by: "cursor"; readonly list: string; readonly item: Schema }
  | { readonly by: "link"; readonly list?: string; readonly item: Schema };

export type AnswerForm = "json" | "whole" | "text" | "bytes" | "lines" | "chunks" | "events";

export interface Operation {
  /** `orders.orderCreate`. */
  readonly id: string;
  readonly area: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly effect: Effect;
  readonly needsCredentials: boolean;
  readonly parameters: readonly Parameter[];
  /** Where the parameter `body` is the body. */
  readonly body?: "document" | "text";
  readonly answer: { readonly form: AnswerForm; readonly schema: Schema };
  readonly paging?: Paging;
  /** A call that works in the example world, where there is one: parameters of the body. */
  readonly example?: unknown;
}

export interface Api {
  readonly service: string;
  readonly title: string;
  readonly operations: readonly Operation[];
  /** By name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Members that hold integers of 64 bits, by name: JavaScript's numbers cannot. */
  readonly longIntegers: readonly string[];
}

/** The operations by area, in the order of the document. */
export function areasOf({ operations }: Pick<Api, "operations">): [area: string, operations: Operation[]][] {
  const areas = new Map<string, Operation[]>();
  for (const operation of operations) areas.set(operation.area, [...(areas.get(operation.area) ?? []), operation]);
  return [...areas];
}
