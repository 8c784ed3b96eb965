import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { algorithm } from "../records.ts";
import { showAlgorithm } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const publishAlgorithm = endpoint({
  id: "algorithms.publishAlgorithm",
  method: ["GET", "POST"],
  path: "/algorithm-creator/publish-algorithm",
  auth: "change",
  permission: "strategies",
  summary: "Publish an algorithm",
  description:
    "Others can choose its latest version from then on, and that version never changes. Refused while " +
    "algorithm-creator/validate-algorithm finds errors; `problems` then lists them all.",
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(mutation({ algorithm })),
  errors: [algorithmErrors.notFound, algorithmErrors.notYours, algorithmErrors.notValid],
  examples: [
    { name: "an algorithm", body: { id: "1000001" } },
    { name: "one of the library", body: { id: "900001" }, status: 403 },
    { name: "no such algorithm", body: { id: "999999999" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const changed = await algorithms.change(
      doing(actor, clock.now()),
      { algorithm: Number(params.id) },
      { action: "algorithm.publish", status: "published" },
    );
    const shown = showAlgorithm(changed);
    const message = `Version ${shown.version} is published`;
    return { status: true as const, id: shown.id, message, algorithm: shown };
  },
});
