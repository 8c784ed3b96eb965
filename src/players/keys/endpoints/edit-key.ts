import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { refuseMistakes } from "../../../kit/errors/refuse-mistakes.ts";
import { keyErrors } from "../errors.ts";
import { keyExpiry, keyId, keyJson, keyLimits, shownKeySchema } from "../key-json.ts";
import { enableKey, expireKey, limitKey } from "../manage.ts";

/** Changes how long a key counts, how much it may ask, and whether it is let in. Its scope stays: make another key. */
export const editKey = endpoint({
  id: "keys.editKey",
  method: "PATCH",
  path: "/Key/:id",
  auth: "admin",
  beyondSpec: true,
  summary: "Limit, disable or expire a key",
  description: "What is left out stays as it is. Every process knows the change within a second.",
  input: {
    path: Type.Object({ id: keyId }),
    body: Type.Object({
      Enabled: Type.Optional(Type.Boolean({ description: "False refuses the key until it is enabled again" })),
      Expires: Type.Optional(keyExpiry),
      Limits: Type.Optional(keyLimits),
    }),
  },
  output: json(shownKeySchema),
  errors: [keyErrors.notFound, keyErrors.invalid, keyErrors.nothingToChange],
  examples: [
    { name: "disable it", path: { id: "key_example" }, body: { Enabled: false } },
    { name: "nothing said", path: { id: "key_example" }, body: {}, status: 400 },
    { name: "an impossible day", path: { id: "key_example" }, body: { Expires: "2030-02-31" }, status: 400 },
    { name: "an unknown key", path: { id: "key_unknown" }, body: { Enabled: false }, status: 404 },
  ],

  run({ change, clock }, { input: { path, body }, actor, requestId }) {
    const { id } = path;
    const { Enabled, Expires, Limits } = body;
    if (Enabled === undefined && Expires === undefined && Limits === undefined) throw keyErrors.nothingToChange();
    return refuseMistakes(keyErrors.invalid, () =>
      change({ actor, requestId }, async ({ keys, audit }) => {
        const find = async () => (await keys.list()).find((key) => key.id === id);
        if (!(await find())) throw keyErrors.notFound({ id });
        if (Enabled !== undefined) await enableKey({ keys }, id, Enabled);
        if (Expires !== undefined) await expireKey({ keys, clock }, id, Expires);
        if (Limits !== undefined) {
          const limits = Limits && { requests: Limits.Requests, windowSeconds: Limits.WindowSeconds };
          await limitKey({ keys }, id, limits);
        }
        await audit({ action: "key.edit", subject: id, detail: body });
        const edited = await find();
        if (!edited) throw keyErrors.notFound({ id });
        return keyJson(edited, clock.now());
      }),
    );
  },
});
