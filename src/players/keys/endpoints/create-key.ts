import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { refuseMistakes } from "../../../kit/errors/refuse-mistakes.ts";
import { keyErrors } from "../errors.ts";
import { SCOPES } from "../key.ts";
import { keyExpiry, keyJson, keyLimits, keyMembers } from "../key-json.ts";
import { createKey as create, MAX_NAME_CHARACTERS } from "../manage.ts";

const madeKey = Type.Object(
  { Key: Type.String({ description: "The key itself, shown only now" }), ...keyMembers },
  { title: "MadeKey", additionalProperties: false },
);

/** Makes a key. Keys of the scope `admin` are made by the operator's command, or by another one here. */
export const createKey = endpoint({
  id: "keys.createKey",
  method: "POST",
  path: "/Keys",
  auth: "admin",
  beyondSpec: true,
  summary: "Make a key",
  description:
    "`read` opens searches, profiles and who is online; `history` names, sessions and the like too; `admin` everything, with " +
    "changes. `Expires` must be given, so that a key lasts for ever only where that is meant.",
  input: {
    body: Type.Object({
      Name: Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, description: "Whose it is, or what for" }),
      Scope: Type.Enum([...SCOPES]),
      Expires: keyExpiry,
      Limits: Type.Optional(keyLimits),
    }),
  },
  output: json(madeKey, { status: 201 }),
  errors: [keyErrors.invalid],
  examples: [
    { name: "for a bot", body: { Name: "Discord bot", Scope: "read", Expires: "365d" } },
    {
      name: "with its own limit",
      body: { Name: "Web page", Scope: "history", Expires: "never", Limits: { Requests: 600, WindowSeconds: 60 } },
    },
    {
      name: "an expiry in the past",
      body: { Name: "Web page", Scope: "read", Expires: "2001-01-01" },
      status: 400,
    },
  ],

  run: ({ change, clock, ids, random }, { input: { body }, actor, requestId }) =>
    refuseMistakes(keyErrors.invalid, () =>
      change({ actor, requestId }, async ({ keys, audit }) => {
        const { Name: name, Scope: scope, Expires: expires, Limits } = body;
        const limits = Limits ? { requests: Limits.Requests, windowSeconds: Limits.WindowSeconds } : null;
        const { key, stored } = await create({ keys, clock, ids, random }, { name, scope, expires, limits });
        await audit({ action: "key.create", subject: stored.id, detail: { name: stored.name, scope } });
        return { Key: key, ...keyJson(stored, clock.now()) };
      }),
    ),
});
