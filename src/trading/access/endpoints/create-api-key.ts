import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { accessErrors } from "../errors.ts";
import { addresses, allowBearer, keyView, label, strict, viewKey, withoutBlanks } from "../key-view.ts";

export const createApiKey = endpoint({
  id: "access.createApiKey",
  method: ["GET", "POST"],
  path: "/user/api-keys/create",
  auth: "change",
  summary: "Make an API key",
  description:
    "The secret is shown in this answer and never again. A key may do nothing that the key it is made with may not. " +
    "Sub-accounts need the right allow_api_access.",
  input: {
    params: Type.Object({
      label,
      access: Type.Optional(
        Type.Union([Type.Literal("read_only"), Type.Literal("full_access")], { default: "read_only" }),
      ),
      addresses: Type.Optional(addresses),
      allow_bearer: Type.Optional(allowBearer),
      strict: Type.Optional(strict),
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
  ],
  examples: [
    { name: "for reading", body: { label: "dashboard" } },
    {
      name: "for trading from one network",
      body: { label: "bot", access: "full_access", addresses: ["127.0.0.1", "192.0.2.0/24"], strict: true },
    },
    { name: "an address that is none", body: { label: "bot", addresses: ["192.0.2.300"] }, status: 422 },
    { name: "strict, and without a signature", body: { label: "bot", strict: true, allow_bearer: true }, status: 422 },
    { name: "no label", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run({ apiKeys }, { input: { params }, actor }) {
    const { apiKey, secret } = await apiKeys.create(actor, {
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
