import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { Tokens } from "../tokens.ts";

/** Keeps the tables of used proofs and of tokens small. */
export const deleteExpiredProofs = job({
  name: "registry.deleteExpiredProofs",
  about: "Forgets proofs of logins that are too old to be used again, and tokens that expired a month ago.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run({ tokens }: { readonly tokens: Pick<Tokens, "deleteExpiredProofs" | "deleteOldTokens"> }) {
    await tokens.deleteExpiredProofs();
    await tokens.deleteOldTokens();
  },
});
