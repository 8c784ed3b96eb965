import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { showTribe, tribeAnswer } from "../show-tribe.ts";
import { tribeIdText } from "../tribe-id.ts";

/** A tribe's profile by the id in the query. */
export const findTribe = endpoint({
  ...tribeAnswer,
  id: "tribes.findTribe",
  path: "/Tribe",
  summary: "Full profile of a tribe, by parameter",
  input: { query: Type.Object({ id: tribeIdText }) },
  examples: [
    { name: "a tribe", query: { id: "5001" } },
    { name: "without an id", status: 400 },
  ],
  run: (deps, { input }) => showTribe(deps, input.query.id),
});
