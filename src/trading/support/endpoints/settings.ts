import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { SupportContactDeps } from "../deps.ts";
import { CATEGORIES, PRIORITIES } from "../store.ts";
import { category, priority } from "../ticket.ts";

const settingsShape = Type.Object(
  {
    categories: Type.Array(Type.Object({ id: category, name: Type.String() })),
    priorities: Type.Array(priority),
    email: Type.String({ description: "For users who cannot log in" }),
    response_time_hours: Type.Integer({ minimum: 1, description: "How soon there is usually an answer" }),
    attachments: Type.Boolean(),
  },
  { title: "SupportSettings" },
);

export const settings = endpoint({
  id: "support.settings",
  method: ["GET", "POST"],
  path: "/support/settings",
  auth: "user",
  summary: "What support tickets can be about, and how soon they are answered",
  input: {},
  output: json(settingsShape),
  errors: [],
  examples: [{ name: "all" }],

  run({ supportContact }: SupportContactDeps) {
    return {
      categories: CATEGORIES.map(({ id, name }) => ({ id, name })),
      priorities: [...PRIORITIES],
      email: supportContact.email,
      response_time_hours: supportContact.responseTimeHours,
      attachments: false,
    };
  },
});
