import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { showTribe, tribeAnswer } from "../show-tribe.ts";
import { tribeIdText } from "../tribe-id.ts";

/** A tribe's profile by the id in the path. */
export const getTribe = endpoint({
  ...tribeAnswer,
  id: "tribes.getTribe",
  path: "/Tribe/:id",
  summary: "Full profile of a tribe",
  input: { path: Type.Object({ id: tribeIdText }) },
  examples: [
    { name: "a tribe", path: { id: "5001" } },
    { name: "none", path: { id: "999" }, status: 404 },
    { name: "an invalid id", path: { id: "9999999999" }, status: 400 },
  ],
  run: (deps, { input }) => showTribe(deps, input.path.id),
});
