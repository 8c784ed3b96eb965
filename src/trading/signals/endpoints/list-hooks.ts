import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { HookDeps } from "../deps.ts";
import { hook } from "../records.ts";
import { showHook } from "../show-hook.ts";
import { doerOf } from "../viewer.ts";

export const listHooks = endpoint({
  id: "signals.listHooks",
  method: ["GET", "POST"],
  path: "/marketplace/hooks/list",
  auth: "user",
  permission: "signals",
  summary: "Addresses of charting tools",
  description:
    "Those in force, newest first, each with what became of its newest message. The addresses are not shown.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("hooks", hook)),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "all" }],

  async run({ signalHooks, clock }: HookDeps & ClockDeps, { input: { params }, actor }) {
    const { hooks, total } = await signalHooks.pageHooks(doerOf(actor, clock.now()), rowsOf(params));
    return { hooks: hooks.map(showHook), page: params.pagenumber, showing: hooks.length, total };
  },
});
