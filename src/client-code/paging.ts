/** How each service gives a list in pages, known by the parameters and answers of its operations. */
import { invariant } from "../kit/errors/invariant.ts";
import type { Operation, Paging, Schema } from "./api.ts";

type Schemas = Readonly<Record<string, Schema>>;

/** Answers undefined for an operation without pages. @throws BrokenInvariant for pages of a form that clients do not know. */
export function pagingOf(
  service: string,
  { id, parameters, answer }: Pick<Operation, "id" | "parameters" | "answer">,
  schemas: Schemas,
): Paging | undefined {
  const names = new Set(parameters.map(({ name }) => name));
  const schema = resolved(answer.schema, schemas);
  if (names.has("pagenumber")) {
    const paging = byNumber(schema, schemas);
    invariant(paging !== undefined, `${id} answers pages in a form that clients know`);
    return paging;
  }
  if (names.has("before") && schema.items) {
    const of = service === "trading" ? "id" : "Number";
    invariant(resolved(schema.items, schemas).properties?.[of] !== undefined, `entries of ${id} have the member ${of}`);
    return { by: "before", of, item: schema.items };
  }
  if (!names.has("cursor")) return undefined;
  const lists = listIn(schema);
  const [list] = lists;
  if (list === undefined) return { by: "link", item: unionOfItems(schema) };
  if (schema.properties?.["metadata"]) return { by: "cursor", list, item: schema.properties[list]?.items ?? {} };
  // The list comes last: every page has the whole of lists before it.
  const last = lists.at(-1) ?? list;
  return { by: "link", list: last, item: schema.properties?.[last]?.items ?? {} };
}

function byNumber(schema: Schema, schemas: Schemas): Paging | undefined {
  if (schema.items) return { by: "number", item: schema.items };
  const [members] = Object.values(schema.patternProperties ?? {});
  if (members) return { by: "numberOfMembers", item: members };
  // Of an answer that is a page or one entry, the page.
  const page = [schema, ...(schema.anyOf ?? [])]
    .map((each) => resolved(each, schemas))
    .find(({ properties = {} }) => "total" in properties);
  // The list comes first: lists beside it tell of the page.
  const [list] = page ? listIn(page) : [];
  return page && list !== undefined ? { by: "number", list, item: page.properties?.[list]?.items ?? {} } : undefined;
}

function listIn({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.type === "array");
}

function unionOfItems({ items, anyOf = [] }: Schema): Schema {
  return items ?? { anyOf: anyOf.flatMap((each) => each.items ?? []) };
}

/** The schema that a reference names. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = referredName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.slice("#/components/schemas/".length);
}
