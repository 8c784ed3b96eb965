import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { listPage } from "../parameters.ts";
import { algorithm } from "../records.ts";
import { showAlgorithm } from "../show-algorithm.ts";
import { viewerOf } from "../viewer.ts";

const LIMIT = 200;

export const listAlgorithms = endpoint({
  id: "algorithms.listAlgorithms",
  method: ["GET", "POST"],
  path: "/algorithm-creator/list-algorithms",
  auth: "user",
  permission: "strategies",
  summary: "List algorithms in full",
  description:
    "Your own, then the library, then what others have published as far as your package may use it, with conditions " +
    "and executions. Of your own the latest version, of others the published one.",
  input: { params: Type.Object({ ...listPage(LIMIT) }) },
  output: json(Type.Array(algorithm)),
  errors: [],
  examples: [{ name: "all" }, { name: "the first two", query: { limit: "2" } }],

  async run({ algorithms }: AlgorithmDeps, { input: { params }, actor }) {
    const { limit = LIMIT, pagenumber = 1 } = params;
    const listed = await algorithms.list(viewerOf(actor), rowsOf({ limit, pagenumber }));
    return listed.map(showAlgorithm);
  },
});
