import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { changedTerms, requireReverse } from "../changed-terms.ts";
import { plainTerms } from "../core/definition.ts";
import { algorithmSettings } from "../parameters.ts";
import { algorithm } from "../records.ts";
import { showAlgorithm } from "../show-algorithm.ts";
import { doing } from "../viewer.ts";

export const algorithmAdd = endpoint({
  id: "algorithms.algorithmAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-add",
  auth: "change",
  permission: "strategies",
  summary: "Create an algorithm",
  description:
    "It starts as a draft: add conditions and executions, then publish it. Algorithms of the same group name are shown " +
    "together. An account has at most 100.",
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 4, maxLength: 100, pattern: NOT_BLANK }),
      group_name: Type.String({ minLength: 4, maxLength: 100, pattern: NOT_BLANK }),
      ...algorithmSettings,
    }),
  },
  output: json(mutation({ algorithm })),
  errors: [algorithmErrors.tooMany, algorithmErrors.unfit, algorithmErrors.notValid],
  examples: [
    { name: "a group of one", body: { name: "BTC spread", group_name: "Spreads" } },
    { name: "no group", body: { name: "BTC spread" }, status: 422 },
    { name: "a short name", body: { name: "abc", group_name: "Spreads" }, status: 422 },
    {
      name: "a reverse that is not there",
      body: { name: "Back", group_name: "Spreads", reverse_id: "999999999" },
      status: 422,
    },
    {
      name: "published before it has rows",
      body: { name: "Early", group_name: "Spreads", status: "published" },
      status: 422,
    },
  ],

  async run({ algorithms, clock }: AlgorithmDeps & ClockDeps, { input: { params }, actor }) {
    const by = doing(actor, clock.now());
    await requireReverse(algorithms, by.viewer, params);
    const terms = changedTerms(plainTerms(params.group_name, params.name), params);
    const added = await algorithms.add(by, { ...terms, conditions: [], executions: [] }, params.status);
    const shown = showAlgorithm(added);
    return { status: true as const, id: shown.id, message: "The algorithm was added", algorithm: shown };
  },
});
