import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, proveSecondFactor, secondFactorCodes, type SecondFactorDeps } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import type { AccessDeps } from "../deps.ts";
import { accessErrors } from "../errors.ts";
import { addresses, allowBearer, keyId, keyView, label, strict, viewKey, withoutBlanks } from "../key-view.ts";

export const editApiKey = endpoint({
  id: "access.editApiKey",
  method: ["GET", "POST"],
  path: "/user/api-keys/edit",
  auth: "change",
  summary: "Change the terms of an API key",
  description:
    "What is not sent stays as it is. Access cannot be changed: make another key for that. A user with a second factor " +
    "gives a code of it, unless only the label changes.",
  input: {
    params: Type.Object({
      id: keyId,
      label: Type.Optional(label),
      addresses: Type.Optional(addresses),
      allow_bearer: Type.Optional(allowBearer),
      strict: Type.Optional(strict),
      ...secondFactorCodes,
    }),
  },
  output: json(mutation({ api_key: keyView })),
  errors: [
    accessErrors.keyNotFound,
    accessErrors.beyondMaker,
    accessErrors.badAddress,
    accessErrors.bearerAndStrict,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    { name: "another label", body: { id: "5001", label: "renamed" } },
    { name: "a key that is not there", body: { id: "1", label: "renamed" }, status: 404 },
    { name: "no id", body: { label: "renamed" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: AccessDeps & SecondFactorDeps, { input: { params }, actor }) {
    const { addresses: ranges, allow_bearer: bearer, strict: isStrict } = params;
    const opens = ranges !== undefined || bearer !== undefined || isStrict !== undefined;
    if (opens) await proveSecondFactor(deps, actor.uid, params);
    const edited = await deps.apiKeys.edit(actor, Number(params.id), {
      ...(params.label === undefined ? {} : { label: params.label }),
      ...(params.addresses === undefined ? {} : { addresses: withoutBlanks(params.addresses) }),
      ...(params.allow_bearer === undefined ? {} : { allowBearer: params.allow_bearer }),
      ...(params.strict === undefined ? {} : { isStrict: params.strict }),
    });
    return { status: true as const, id: params.id, message: "The API key was changed", api_key: viewKey(edited) };
  },
});
