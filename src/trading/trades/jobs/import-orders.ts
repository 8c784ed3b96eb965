import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import type { ImportDesk } from "../import-desk.ts";

interface ImportOrdersDeps {
  readonly importDesk: Pick<ImportDesk, "run">;
}

/** Reads trades of orders that were placed elsewhere. */
export const importOrders = job({
  name: "trading.importOrders",
  about: "Imports trades of exchange accounts whose owners want it, each key at its own interval.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 600_000,

  run: ({ importDesk }: ImportOrdersDeps, _input, { signal }) => importDesk.run(signal),
});
