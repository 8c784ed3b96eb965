import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { doerOf } from "../viewer.ts";

const KEY_BYTES = 12;
const SECRET_BYTES = 32;

export const createDeveloperKey = endpoint({
  id: "signals.createDeveloperKey",
  method: ["GET", "POST"],
  path: "/marketplace/developer-key",
  auth: "ownerChange",
  permission: "signals",
  summary: "Make the key that signals are sealed with",
  description:
    "The secret is shown once, and the key of before opens nothing any more. What is published with marketplace/signals-add " +
    "is sealed with it, so that an API key alone does not publish in the account's name.",
  input: {},
  output: json(
    mutation({
      key: Type.String(),
      secret: Type.String({ description: "32 bytes as base64url, shown once" }),
    }),
  ),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "a new key" }],

  async run({ signals, random, clock }: SignalDeps & RandomDeps & ClockDeps, { actor }) {
    const key = `dev_${Buffer.from(random.bytes(KEY_BYTES)).toString("hex")}`;
    const secret = random.bytes(SECRET_BYTES);
    await signals.setDeveloperKey(doerOf(actor, clock.now()), key, secret);
    return {
      status: true as const,
      id: key,
      message: "Keep the secret: it is not shown again",
      key,
      secret: Buffer.from(secret).toString("base64url"),
    };
  },
});
