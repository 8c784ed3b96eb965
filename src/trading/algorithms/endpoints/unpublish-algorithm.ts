import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { algorithm, count } from "../records.ts";
import { showAlgorithm } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const unpublishAlgorithm = endpoint({
  id: "algorithms.unpublishAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/unpublish-algorithm",
  auth: "change",
  permission: "strategies",
  summary: "Make an algorithm a draft again",
  description:
    "Others cannot choose it any more. Profiles that have it keep the version that they have; " +
    "`subscribers_affected` counts them.",
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({ algorithm, subscribers_affected: count })),
  errors: [algorithmErrors.notFound, algorithmErrors.notYours],
  examples: [
    { name: "an algorithm", body: { id: "1000001" } },
    { name: "one of the library", body: { id: "900001" }, status: 403 },
    { name: "no such algorithm", body: { id: "999999999" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const id = Number(params.id);
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { algorithm: id },
      { action: "algorithm.unpublish", status: "draft" },
    );
    return {
      status: true as const,
      id: params.id,
      message: "Others cannot choose the algorithm any more",
      algorithm: showAlgorithm(changed),
      subscribers_affected: await algorithms.countUsers(id),
    };
  },
});
