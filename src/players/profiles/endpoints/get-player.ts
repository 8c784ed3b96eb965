import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { playerIdText } from "../player-id.ts";
import { profileAnswer, showProfile } from "../show-profile.ts";

/** A player's profile by the id in the path. */
export const getPlayer = endpoint({
  ...profileAnswer,
  id: "profiles.getPlayer",
  path: "/Player/:id",
  summary: "Full profile of a player",
  input: { path: Type.Object({ id: playerIdText }) },
  examples: [
    { name: "somebody", path: { id: "101" } },
    { name: "nobody", path: { id: "999" }, status: 404 },
    { name: "a Steam account", path: { id: "76561198000000001" }, status: 404 },
    { name: "an invalid id", path: { id: "abc" }, status: 400 },
  ],
  run: (deps, { input }) => showProfile(deps, input.path.id),
});
