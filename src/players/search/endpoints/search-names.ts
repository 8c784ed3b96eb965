import { Type } from "typebox";
import { rawJson, withHeaders } from "../../../kit/endpoint/output.ts";
import { simpleProfile, tribeSummary } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { jsonArray } from "../../json-array.ts";
import { HAS_MORE, moreHeader } from "../../has-more.ts";
import { searchErrors } from "../errors.ts";
import { searchPage } from "../search-page.ts";

/** Finds players by character name, platform name, former names or identifiers, and tribes by name or id. */
export const searchNames = endpoint({
  id: "search.searchNames",
  method: "GET",
  path: "/Search",
  auth: "read",
  summary: "Search players or tribes",
  description:
    "Accents, case and decorations do not matter. Best first: the very name, the same letters, names that begin with it, " +
    "words that do, names that contain it, one or two typing errors, look-alike letters, former names; then who is " +
    "online, who was seen last, shorter names, lower ids. A Steam id in any of its forms, an EOS id or a number finds its player first.",
  input: {
    query: Type.Object({
      type: Type.Enum(["Player", "Tribe"], { description: "What to search" }),
      q: Type.String({ description: "What to search for: 1 to 64 characters" }),
      limit: Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 50,
        description: "Items on a page; what an identifier names comes on top",
      }),
      cursor: Type.Optional(Type.String({ description: "From the `Link` of the page before" })),
    }),
  },
  output: rawJson(Type.Union([Type.Array(simpleProfile), Type.Array(tribeSummary)]), {
    cacheControl: "private, max-age=5",
    headers: {
      ...HAS_MORE,
      "X-Total-Count": "How many were found in all; for one or two letters that many names have, at least so many",
      Link: 'The next page, as `rel="next"`; absent on the last one',
    },
  }),
  errors: [searchErrors.badQuery, searchErrors.badCursor],
  examples: [
    { name: "players", query: { type: "player", q: "wolf" } },
    { name: "tribes", query: { type: "Tribe", q: "wolf" } },
    { name: "nothing to search for", query: { type: "player", q: " " }, status: 400 },
    { name: "neither players nor tribes", query: { type: "Dino", q: "x" }, status: 400 },
  ],

  async run({ model, directoryStore }, { input: { query } }) {
    const page = await searchPage(model.directory, directoryStore, query);
    const headers: Record<string, string> = {
      ...moreHeader(page.next !== undefined),
      "X-Total-Count": String(page.total),
    };
    if (page.next !== undefined) {
      const { type, q, limit } = query;
      const next = new URLSearchParams({ type, q, limit: String(limit), cursor: page.next });
      headers["Link"] = `</Search?${next.toString()}>; rel="next"`;
    }
    return withHeaders({ body: jsonArray(page.shown) }, headers);
  },
});
