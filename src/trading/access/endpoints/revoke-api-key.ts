import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import type { AccessDeps } from "../deps.ts";
import { accessErrors } from "../errors.ts";
import { keyId } from "../key-view.ts";

export const revokeApiKey = endpoint({
  id: "access.revokeApiKey",
  method: ["GET", "POST"],
  path: "/user/api-keys/revoke",
  auth: "change",
  summary: "End an API key for good",
  description:
    "The next request with it is refused, by every process of the platform. Sockets that were opened with it end within " +
    "a second.",
  input: { params: Type.Object({ id: keyId }) },
  output: json(mutation({})),
  errors: [accessErrors.keyNotFound],
  examples: [
    { name: "a key of one's own", body: { id: "5002" } },
    { name: "one that is revoked already", body: { id: "5002" }, status: 404 },
  ],
  beyondSpec: true,

  async run({ apiKeys }: AccessDeps, { input: { params }, actor }) {
    await apiKeys.revoke(actor, Number(params.id));
    return { status: true as const, id: params.id, message: "The API key was revoked" };
  },
});
