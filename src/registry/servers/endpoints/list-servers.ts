import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { parseInstant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { cataloguePage, costOfLooking, type ListFilters } from "../core/catalogue-page.ts";
import { continueWith, decodeCursor, encodeCursor } from "../core/cursor.ts";
import { serverList } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { renderList } from "../list-body.ts";

const listQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: "`metadata.nextCursor` of the page before, exactly as returned" })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 30, description: "Versions on a page" }),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Literal text in the name, in any case" })),
  updated_since: Type.Optional(
    Type.String({
      title: "Timestamp",
      description: "RFC 3339: changed after this instant; deleted versions are then included",
    }),
  ),
  version: Type.Optional(Type.String({ maxLength: 255, description: "`latest`, or exactly this version" })),
  include_deleted: Type.Optional(Type.Boolean({ description: "Show deleted versions too. Default false" })),
  search_in: Type.Optional(
    Type.Enum(["name", "all"], { description: "Ours: `all` searches title and description too. Default `name`" }),
  ),
  registry_type: Type.Optional(
    Type.String({ maxLength: 50, description: "Ours: has a package of this type, such as `npm`" }),
  ),
  kind: Type.Optional(
    Type.Enum(["remote", "local"], { description: "Ours: has a remote endpoint, or a package to install" }),
  ),
  status: Type.Optional(Type.Enum(["active", "deprecated", "deleted"], { description: "Ours: has this status" })),
  sort: Type.Optional(
    Type.Enum(["name", "updated"], { description: "Ours: `updated` lists the latest change first. Default `name`" }),
  ),
});

/** Lists versions page by page. A cursor carries its filters, so that a client may leave them out on later pages. */
export const listServers = endpoint({
  id: "servers.listServers",
  method: "GET",
  path: "/servers",
  auth: "public",
  summary: "List servers",
  description:
    "Versions by name, then version, as plain text. A page that is the last has no `metadata.nextCursor`. " +
    "The parameters marked *ours* go beyond the specification and change nothing when left out.",
  input: { query: listQuery },
  output: rawJson(serverList, { cacheControl: "no-cache" }),
  errors: [
    serverErrors.invalidCursor,
    serverErrors.cursorOfAnotherList,
    serverErrors.invalidUpdatedSince,
    serverErrors.deletedNeededForSync,
  ],
  examples: [
    { name: "first page" },
    { name: "latest versions only", query: { version: "latest", limit: "5" } },
    { name: "search by name", query: { search: "weather" } },
    { name: "what has changed since", query: { updated_since: "2025-01-01T00:00:00Z" } },
    { name: "a limit that is too large", query: { limit: "101" }, status: 422 },
  ],

  run({ model, pages }, call) {
    const { query } = call.input;
    const asked = filtersOf(query);
    const cursor = query.cursor ? decodeCursor(query.cursor) : undefined;
    if (query.cursor && !cursor) throw serverErrors.invalidCursor();
    const filters = cursor ? continueWith(cursor, asked) : asked;
    if (!filters) throw serverErrors.cursorOfAnotherList();

    const { catalogue } = model;
    return pages.get(catalogue, JSON.stringify([filters, query.limit, cursor?.after]), () => {
      const page = cataloguePage(catalogue, filters, query.limit, cursor?.after);
      call.addCost?.(costOfLooking(page.looked));
      return renderList(page.entries, page.next && encodeCursor({ filters, after: page.next }));
    });
  },
});

function filtersOf(query: {
  search?: string;
  search_in?: "name" | "all";
  version?: string;
  updated_since?: string;
  include_deleted?: boolean;
  registry_type?: string;
  kind?: "remote" | "local";
  status?: "active" | "deprecated" | "deleted";
  sort?: "name" | "updated";
}): ListFilters {
  const updatedSince = query.updated_since === undefined ? undefined : parseInstant(query.updated_since);
  if (query.updated_since !== undefined) {
    if (updatedSince === undefined) throw serverErrors.invalidUpdatedSince();
    if (query.include_deleted === false) throw serverErrors.deletedNeededForSync();
  }
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(query.search_in ? { searchIn: query.search_in } : {}),
    ...(query.version ? { version: query.version } : {}),
    ...(updatedSince === undefined ? {} : { updatedSince }),
    ...(query.include_deleted === undefined ? {} : { includeDeleted: query.include_deleted }),
    ...(query.registry_type ? { registryType: query.registry_type } : {}),
    ...(query.kind ? { kind: query.kind } : {}),
    ...(query.status ? { status: query.status } : {}),
    ...(query.sort ? { sort: query.sort } : {}),
  };
}
