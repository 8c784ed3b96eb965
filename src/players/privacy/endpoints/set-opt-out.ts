import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { playerIdText, profileErrors, readPlayerId } from "../../profiles/index.ts";
import { confirms } from "../core/confirms.ts";
import { privacyErrors } from "../errors.ts";
import { confirmation, personJson, shownPerson } from "../person-json.ts";

/** Says whether a player wants no history. */
export const setOptOut = endpoint({
  id: "privacy.setOptOut",
  method: "POST",
  path: "/Player/:id/OptOut",
  auth: "admin",
  beyondSpec: true,
  summary: "Keep no history of a player",
  description:
    "Removes former names and tribes of the player, and past sessions of the account, and keeps none from now on. With " +
    "`OptedOut` false history is kept again; what was removed does not come back.",
  input: {
    path: Type.Object({ id: playerIdText }),
    body: Type.Object({ OptedOut: Type.Boolean(), Confirm: confirmation }),
  },
  output: rawJson(shownPerson),
  errors: [profileErrors.badId, profileErrors.notFound, privacyErrors.notConfirmed],
  examples: [
    { name: "by the name, typed again", path: { id: "106" }, body: { OptedOut: true, Confirm: "小明" } },
    { name: "history is kept again", path: { id: "106" }, body: { OptedOut: false, Confirm: "106" } },
    { name: "another name", path: { id: "106" }, body: { OptedOut: true, Confirm: "Anna Rex" }, status: 400 },
    { name: "an unknown player", path: { id: "999" }, body: { OptedOut: true, Confirm: "999" }, status: 404 },
    { name: "a name in place of an id", path: { id: "Anna" }, body: { OptedOut: true, Confirm: "Anna" }, status: 400 },
  ],

  async run({ privacy, clock }, { input: { path, body }, actor, requestId }) {
    const playerId = readPlayerId(path.id);
    const person = await privacy.findPerson({ playerId });
    if (person.players.length === 0) throw profileErrors.notFound({ id: path.id });
    if (!confirms(body.Confirm, path.id, person)) throw privacyErrors.notConfirmed();
    const changes = privacy.changedBy({ actor, requestId });
    const isThere = await changes.setOptOut(playerId, body.OptedOut, clock.now());
    if (!isThere) throw profileErrors.notFound({ id: path.id });
    return { body: personJson(await privacy.findPerson({ playerId })) };
  },
});
