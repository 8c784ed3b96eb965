/** The errors of publishing. The texts are those that publishers' tools know from the public registry. */
import { errors } from "../../kit/errors/catalogue.ts";

export const publishErrors = errors("publishing", {
  mayNotPublish: { status: 403, says: "{explanation}" },
  invalid: { status: 422, says: "Failed to publish server, invalid schema: call /validate for details: {reason}" },
  refused: { status: 400, says: "Failed to publish server: {reason}" },
  off: { status: 501, says: "Publishing is not supported by this registry" },
});
