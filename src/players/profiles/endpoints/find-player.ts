import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { playerIdText } from "../player-id.ts";
import { profileAnswer, showProfile } from "../show-profile.ts";

/** A player's profile by the id in the query. */
export const findPlayer = endpoint({
  ...profileAnswer,
  id: "profiles.findPlayer",
  path: "/Player",
  summary: "Full profile of a player, by parameter",
  input: { query: Type.Object({ id: playerIdText }) },
  examples: [
    { name: "somebody", query: { id: "101" } },
    { name: "nobody", query: { id: "999" }, status: 404 },
    { name: "a Steam account", query: { id: "76561198000000001" }, status: 404 },
    { name: "without an id", status: 400 },
  ],
  run: (deps, { input }) => showProfile(deps, input.query.id),
});
