import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { Tokens } from "../tokens.ts";

/** Keeps the table of used proofs as small as the number of logins in the last hour. */
export const deleteExpiredProofs = job({
  name: "registry.deleteExpiredProofs",
  about: "Forgets proofs of logins that are too old to be used again anyway.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  async run({ tokens }: { readonly tokens: Pick<Tokens, "deleteExpiredProofs"> }) {
    await tokens.deleteExpiredProofs();
  },
});
