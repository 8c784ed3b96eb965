/** The registry's data about a server's versions, and the input for changing their status. */
import { Type } from "typebox";
import { serverDetailBody } from "./server-detail.ts";
import type { ServerDetail } from "./server-detail.ts";
import { SERVER_STATUSES } from "./status.ts";
import { OFFICIAL_META } from "./version-record.ts";

/** Longest reason for a status, in characters. */
const MAX_STATUS_MESSAGE_CHARACTERS = 500;

const statusMessage = (description: string) => Type.String({ maxLength: MAX_STATUS_MESSAGE_CHARACTERS, description });

/** The registry's data about one version. Times are RFC 3339 in UTC, to the microsecond. */
const officialMeta = Type.Object(
  {
    status: Type.Enum([...SERVER_STATUSES]),
    statusMessage: Type.Optional(statusMessage("Why it is deprecated or deleted.")),
    statusChangedAt: Type.String({
      format: "date-time",
      description: "Last change of the status, not of its message.",
    }),
    publishedAt: Type.String({ format: "date-time", description: "Never changes." }),
    updatedAt: Type.String({ format: "date-time", description: "Last change of any kind." }),
    isLatest: Type.Boolean({ description: "True for exactly one version of each server." }),
  },
  { additionalProperties: false, title: "OfficialMeta" },
);

/**
 * A description as it is kept: the members and types of `serverDetailBody`, open to others and without its limits,
 * because entries that were published elsewhere, under older rules, are served unchanged.
 */
export const storedServerDetail = Type.Unsafe<ServerDetail>(withoutLimits(serverDetailBody));

/** One version of a server with the registry's data about it. */
export const serverResponse = Type.Object(
  {
    server: storedServerDetail,
    _meta: Type.Object({ [OFFICIAL_META]: officialMeta }, { additionalProperties: true }),
  },
  { title: "ServerResponse" },
);

/** One page of versions. `nextCursor` is left out on the last one. */
export const serverList = Type.Object(
  {
    servers: Type.Array(serverResponse),
    metadata: Type.Object({
      nextCursor: Type.Optional(Type.String({ description: "Send it back unchanged to get the next page." })),
      count: Type.Integer({ minimum: 0, description: "Items on this page." }),
    }),
  },
  { title: "ServerList" },
);

/** The body of both requests that change a status. */
export const statusUpdateRequest = Type.Object(
  {
    status: Type.Enum([...SERVER_STATUSES]),
    statusMessage: Type.Optional(statusMessage("The reason, shown to readers. Not for `active`.")),
  },
  { additionalProperties: false, title: "StatusUpdateRequest" },
);

/** All versions of one server after a change of their status, newest publication first. */
export const allVersionsStatusResponse = Type.Object(
  { updatedCount: Type.Integer({ minimum: 0 }), servers: Type.Array(serverResponse) },
  { title: "AllVersionsStatusResponse" },
);

/** Keeps a schema's rules about the shape, and drops those about sizes. */
function withoutLimits(schema: object): object {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (["type", "required", "title", "description", "default"].includes(keyword)) return [[keyword, value]];
    if (keyword === "enum") return [["type", "string"]];
    if (keyword === "items") return [[keyword, withoutLimits(value as object)]];
    if (keyword === "properties") return [[keyword, mapValues(value as object)]];
    if (keyword === "patternProperties")
      return [["additionalProperties", Object.values(mapValues(value as object))[0]]];
    return [];
  });
  return Object.fromEntries(entries);
}

function mapValues(schemas: object): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutLimits(schema as object)]));
}
