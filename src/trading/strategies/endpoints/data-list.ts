import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { strategySummary } from "../records.ts";

export const dataList = endpoint({
  id: "strategies.dataList",
  method: ["GET", "POST"],
  path: "/strategy/data/list",
  auth: "user",
  permission: "strategies",
  summary: "List strategies",
  description: `All strategies of the account, newest first. ${PENDING_NOTE}`,
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("strategies", strategySummary)),
  errors: [pendingErrors.engine],
  examples: [
    { name: "the newest ten", status: 501 },
    { name: "too many at once", query: { limit: "1001" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/data/list" });
  },
});
