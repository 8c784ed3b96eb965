import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { costOfLooking } from "../core/catalogue-page.ts";
import { countFacets } from "../core/facets.ts";

const count = Type.Integer({ minimum: 0 });

const facetCounts = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: "With all filters: as many versions as the list has" }),
    registryTypes: Type.Array(
      Type.Object({ value: Type.String(), count }, { title: "RegistryTypeCount", additionalProperties: false }),
      { maxItems: 50, description: "The most common first, at most 50; those that are not here give none" },
    ),
    kinds: Type.Object({ remote: count, local: count }, { additionalProperties: false }),
    statuses: Type.Object({ active: count, deprecated: count, deleted: count }, { additionalProperties: false }),
  },
  { title: "FacetCounts", additionalProperties: false },
);

/** How many versions each value of a filter would give for the same search. */
export const countServers = endpoint({
  id: "servers.countServers",
  method: "GET",
  path: "/servers/counts",
  auth: "public",
  summary: "Count servers by filter",
  description:
    "For a page with filters: how many versions the list would have with each value of `registry_type`, `kind` and `status`, " +
    "where the other parameters stay. The parameters are those of the list.",
  input: {
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200, description: "As in the list" })),
      search_in: Type.Optional(Type.Enum(["name", "all"], { description: "As in the list" })),
      version: Type.Optional(Type.Enum(["latest"], { description: "Only the latest version of each server" })),
      include_deleted: Type.Optional(Type.Boolean({ description: "As in the list" })),
      registry_type: Type.Optional(Type.String({ maxLength: 50, description: "As in the list" })),
      kind: Type.Optional(Type.Enum(["remote", "local"], { description: "As in the list" })),
      status: Type.Optional(Type.Enum(["active", "deprecated", "deleted"], { description: "As in the list" })),
    }),
  },
  output: json(facetCounts, { cacheControl: "no-cache" }),
  errors: [],
  // A new search may read the whole catalogue.
  limits: { cost: 5 },
  beyondSpec: true,
  examples: [
    { name: "everything" },
    { name: "latest versions that a search finds", query: { search: "weather", version: "latest", kind: "local" } },
    { name: "a status that does not exist", query: { status: "retired" }, status: 422 },
  ],

  run({ model, facets }, call) {
    const { query } = call.input;
    const search = {
      ...(query.search === undefined ? {} : { search: query.search }),
      ...(query.search_in === undefined ? {} : { searchIn: query.search_in }),
    };
    const sums = facets.get(model.catalogue, search, ({ looked }) => call.addCost?.(costOfLooking(looked)));
    const { total, registryTypes, kinds, statuses } = countFacets(sums, {
      ...(query.version === undefined ? {} : { version: query.version }),
      ...(query.include_deleted === undefined ? {} : { includeDeleted: query.include_deleted }),
      ...(query.registry_type ? { registryType: query.registry_type } : {}),
      ...(query.kind === undefined ? {} : { kind: query.kind }),
      ...(query.status === undefined ? {} : { status: query.status }),
    });
    return { total, registryTypes: [...registryTypes], kinds, statuses };
  },
});
