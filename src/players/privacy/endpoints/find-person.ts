import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { privacyErrors } from "../errors.ts";
import { personIdText, personJson, readPersonId, shownPerson } from "../person-json.ts";

/** The person that an erasure would mean. */
export const findPerson = endpoint({
  id: "privacy.findPerson",
  method: "GET",
  path: "/Person/:id",
  auth: "admin",
  beyondSpec: true,
  summary: "Whom an erasure would mean",
  description: "The account and all its characters. An account that was never met has none, and can be erased too.",
  input: { path: Type.Object({ id: personIdText }) },
  output: rawJson(shownPerson),
  errors: [privacyErrors.badId, privacyErrors.notFound],
  examples: [
    { name: "by a player", path: { id: "101" } },
    { name: "by an account", path: { id: "76561198000000102" } },
    { name: "an unknown player", path: { id: "999" }, status: 404 },
    { name: "a name", path: { id: "Anna" }, status: 400 },
  ],

  async run({ privacy }, { input: { path } }) {
    const person = await privacy.findPerson(readPersonId(path.id));
    if (person.platformId === null && person.players.length === 0) throw privacyErrors.notFound({ id: path.id });
    return { body: personJson(person) };
  },
});
