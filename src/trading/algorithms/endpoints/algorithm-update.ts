import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { changedTerms, requireReverse } from "../changed-terms.ts";
import { algorithmId, algorithmSettings, money } from "../parameters.ts";
import { algorithm } from "../records.ts";
import { showAlgorithm } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const algorithmUpdate = endpoint({
  id: "algorithms.algorithmUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-update",
  auth: "change",
  permission: "strategies",
  summary: "Change an algorithm",
  description:
    "What is not sent stays as it is. A version that is published, or that a profile may start with, does not change: the " +
    "change begins the next version, a draft, and what runs keeps the version that it has. `status` publishes, makes a draft again, or retires.",
  input: {
    params: Type.Object({
      id: algorithmId,
      name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
      group_name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
      ...algorithmSettings,
      cpa_successful: Type.Optional(money("Charge for each successful transaction")),
      cpa_canceled: Type.Optional(money("Charge for each cancelled transaction")),
    }),
  },
  output: json(mutation({ algorithm })),
  errors: [
    algorithmErrors.notFound,
    algorithmErrors.notYours,
    algorithmErrors.unfit,
    algorithmErrors.notValid,
    algorithmErrors.tooManyVersions,
  ],
  examples: [
    { name: "another name", body: { id: "1000001", name: "Bitcoin spread", group_name: "Spreads" } },
    { name: "no name", body: { id: "1000001", group_name: "Spreads" }, status: 422 },
    { name: "one of the library", body: { id: "900001", name: "Mine", group_name: "Mine" }, status: 403 },
    { name: "no such algorithm", body: { id: "999999999", name: "Mine", group_name: "Mine" }, status: 404 },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const by = doing(actor, clock.now());
    await requireReverse(algorithms, by.viewer, params);
    const changed = await algorithms.change(
      by,
      { algorithm: Number(params.id) },
      { action: "algorithm.update", edit: (latest) => changedTerms(latest, params), status: params.status },
    );
    const shown = showAlgorithm(changed);
    return { status: true as const, id: shown.id, message: "The algorithm was changed", algorithm: shown };
  },
});
