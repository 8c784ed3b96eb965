import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { developer } from "../records.ts";
import { showDeveloperOf } from "../show-developer.ts";
import { doerOf } from "../viewer.ts";

export const editDeveloper = endpoint({
  id: "signals.editDeveloper",
  method: ["GET", "POST"],
  path: "/marketplace/developer-edit",
  auth: "ownerChange",
  permission: "signals",
  summary: "How the account is shown as a developer of signals",
  description:
    "What is not given stays. Without parameters it is shown as it is. With another name or website it is not verified any more, " +
    "until an admin verifies it again.",
  input: {
    params: Type.Object({
      name: Type.Optional(Type.String({ minLength: 2, maxLength: 100, pattern: NOT_BLANK })),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      website: Type.Optional(
        Type.String({ maxLength: 200, pattern: "^(https://[^\\s<>\"']{3,})?$", description: "Empty for none" }),
      ),
    }),
  },
  output: json(mutation({ developer })),
  errors: [],
  beyondSpec: true,
  examples: [
    { name: "a name and a website", body: { name: "Trend House", website: "https://example.com/signals" } },
    { name: "an invalid website", body: { website: "javascript:alert(1)" }, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const edited = await signals.editDeveloper(doerOf(actor, clock.now()), params);
    const shown = showDeveloperOf(edited);
    return { status: true as const, id: shown.id, message: "The developer is shown so", developer: shown };
  },
});
