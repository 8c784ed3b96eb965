import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, proveSecondFactor, secondFactorCodes, type SecondFactorDeps } from "../../accounts/index.ts";
import { ACCESSES } from "../../caller.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import type { AccessDeps } from "../deps.ts";
import { accessErrors } from "../errors.ts";
import { addresses, allowBearer, keyView, label, strict, viewKey, withoutBlanks } from "../key-view.ts";

export const createApiKey = endpoint({
  id: "access.createApiKey",
  method: ["GET", "POST"],
  path: "/user/api-keys/create",
  auth: "change",
  summary: "Make an API key",
  description:
    "The secret is shown in this answer and never again, and the user is notified by mail. A key may do nothing that the " +
    "key it is made with may not. A user with a second factor gives a code of it. Programs that trade should use `trade`. " +
    "Sub-accounts need the right allow_api_access.",
  input: {
    params: Type.Object({
      label,
      access: Type.Optional(
        Type.Enum([...ACCESSES], {
          default: "read_only",
          description:
            "read_only changes nothing; trade changes orders, strategies, signals, reminders and keywords, but requests no withdrawals " +
            "and changes no keys, addresses or settings of the account; full_access may do all that the user may",
        }),
      ),
      addresses: Type.Optional(addresses),
      allow_bearer: Type.Optional(allowBearer),
      strict: Type.Optional(strict),
      ...secondFactorCodes,
    }),
  },
  output: json(
    mutation({
      key: Type.String({ description: "For the header Key" }),
      secret: Type.String({ description: "For signing; it is not shown again" }),
      api_key: keyView,
    }),
  ),
  errors: [
    accessErrors.userRefused,
    accessErrors.beyondMaker,
    accessErrors.tooManyKeys,
    accessErrors.badAddress,
    accessErrors.bearerAndStrict,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    { name: "for reading", body: { label: "dashboard" } },
    {
      name: "for trading from one network",
      body: { label: "bot", access: "trade", addresses: ["127.0.0.1", "192.0.2.0/24"], strict: true },
    },
    { name: "an invalid address", body: { label: "bot", addresses: ["192.0.2.300"] }, status: 422 },
    { name: "strict, and without a signature", body: { label: "bot", strict: true, allow_bearer: true }, status: 422 },
    { name: "no label", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: AccessDeps & SecondFactorDeps, { input: { params }, actor }) {
    await proveSecondFactor(deps, actor.uid, params);
    const { apiKey, secret } = await deps.apiKeys.create(actor, {
      label: params.label,
      access: params.access ?? "read_only",
      addresses: withoutBlanks(params.addresses ?? []),
      allowBearer: params.allow_bearer ?? false,
      isStrict: params.strict ?? false,
    });
    return {
      status: true as const,
      id: String(apiKey.id),
      message: "Keep the secret: it is not shown again",
      key: apiKey.key,
      secret,
      api_key: viewKey(apiKey),
    };
  },
});
