import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { confirms } from "../core/confirms.ts";
import { privacyErrors } from "../errors.ts";
import { confirmation, personIdText, readPersonId } from "../person-json.ts";

const count = Type.Integer({ minimum: 0 });

const erasure = Type.Object(
  {
    Players: count,
    Sessions: count,
    Deliveries: Type.Integer({ minimum: 0, description: "Of webhooks" }),
    LogLines: Type.Integer({ minimum: 0, description: "Lines of tribes' logs out of which a name or id was taken" }),
    Tribes: Type.Integer({ minimum: 0, description: "Tribes that were called after the person" }),
  },
  { title: "Erasure", additionalProperties: false },
);

/** Removes a person everywhere, permanently. */
export const erasePerson = endpoint({
  id: "privacy.erasePerson",
  method: "POST",
  path: "/Person/:id/Erase",
  auth: "admin",
  beyondSpec: true,
  summary: "Erase a person",
  description:
    "All characters of the account, for good: profiles, names, sessions, and what logs of tribes and webhooks say of them. " +
    "Later saves and servers that name them bring nothing back. `GET /Person/:id` shows whom it means. An unknown account " +
    "can be erased, too: nothing of it will be stored. Repeating it changes nothing.",
  input: { path: Type.Object({ id: personIdText }), body: Type.Object({ Confirm: confirmation }) },
  limits: { cost: 10 },
  output: json(erasure),
  errors: [privacyErrors.badId, privacyErrors.notConfirmed],
  examples: [
    {
      name: "by the account's id, typed again",
      path: { id: "76561198000000105" },
      body: { Confirm: "76561198000000105" },
    },
    { name: "another name", path: { id: "101" }, body: { Confirm: "DarkWolf" }, status: 400 },
    { name: "a name in place of an id", path: { id: "Anna" }, body: { Confirm: "Anna" }, status: 400 },
  ],

  async run({ privacy, clock }, { input: { path, body }, actor, requestId }) {
    const id = readPersonId(path.id);
    if (!confirms(body.Confirm, path.id, await privacy.findPerson(id))) throw privacyErrors.notConfirmed();
    const erased = await privacy.changedBy({ actor, requestId }).erase(id, clock.now());
    return {
      Players: erased.players,
      Sessions: erased.sessions,
      Deliveries: erased.deliveries,
      LogLines: erased.logLines,
      Tribes: erased.tribes,
    };
  },
});
