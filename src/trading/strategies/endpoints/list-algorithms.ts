import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { listPage, viewerOf, type AlgorithmDeps } from "../../algorithms/index.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { algorithmName } from "../records.ts";

const LIMIT = 1000;

export const listAlgorithms = endpoint({
  id: "strategies.listAlgorithms",
  method: ["GET", "POST"],
  path: "/strategy/list-algorithms",
  auth: "user",
  permission: "strategies",
  summary: "List algorithms",
  description:
    "To choose one for a profile: your own, then the library, then what others have published as far as your package " +
    "may use it. Retired ones cannot be chosen.",
  input: { params: Type.Object({ ...listPage(LIMIT) }) },
  output: json(Type.Array(algorithmName)),
  errors: [],
  examples: [{ name: "all" }, { name: "the first two", query: { limit: "2" } }],

  async run({ algorithms }: AlgorithmDeps, { input: { params }, actor }) {
    const { limit = LIMIT, pagenumber = 1 } = params;
    const listed = await algorithms.listChoices(viewerOf(actor), rowsOf({ limit, pagenumber }));
    return listed.map(({ id, groupName, name }) => ({ id: String(id), group_name: groupName, name }));
  },
});
