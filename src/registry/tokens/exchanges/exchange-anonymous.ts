/** Login without a proof, for trials: a separate namespace in which every caller may do everything. */
import type { Grant } from "../core/actor.ts";
import { tokenErrors } from "../errors.ts";

const RESOURCE = "io.modelcontextprotocol.anonymous/*";

export function exchangeAnonymous(config: { readonly anonymousAuth: boolean }): Grant {
  if (!config.anonymousAuth) throw tokenErrors.notOffered({ method: "anonymous token" });
  return {
    method: "none",
    subject: "anonymous",
    permissions: [
      { action: "publish", resource: RESOURCE },
      { action: "edit", resource: RESOURCE },
    ],
  };
}
