import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { profileId } from "../parameters.ts";
import { profileParameters } from "../profile-parameters.ts";
import { profile } from "../records.ts";

export const editProfile = endpoint({
  id: "strategies.editProfile",
  method: ["GET", "POST"],
  path: "/strategy/edit-profile",
  auth: "change",
  permission: "strategies",
  summary: "Change a profile",
  description:
    "Replaces all values of a profile. Only while its strategy is stopped. Element i of a condition list " +
    "belongs to condition i of the algorithm, element i of every other list to execution row i; shorter " +
    `lists are filled with defaults. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: profileId, ...profileParameters }) },
  output: json(
    mutation({
      profile,
      warnings: Type.Array(
        Type.Object({
          parameter: Type.String(),
          index: Type.Integer({ minimum: 0, description: "Element of the list" }),
          message: Type.String(),
        }),
      ),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    {
      name: "one row",
      body: {
        id: "1",
        algorithm_id: "1",
        name: "BTC spread",
        slice_delay: "5",
        executable_codes: ["kraken-btcusdt"],
        executable_values: ["0.001"],
      },
      status: 501,
    },
    { name: "no slice delay", body: { id: "1", algorithm_id: "1", name: "BTC spread" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/edit-profile" });
  },
});
