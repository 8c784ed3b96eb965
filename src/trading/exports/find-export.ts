/** Finds the requested export, by either name of the parameter. */
import { Type } from "typebox";
import type { Caller } from "../caller.ts";
import type { ClockDeps } from "../platform-deps.ts";
import { id } from "../shapes.ts";
import { rightsErrors } from "../subaccounts/index.ts";
import { exportState, type ExportRecord } from "./core/export-record.ts";
import { mayOpen } from "./core/file-rights.ts";
import type { ExportDeps } from "./deps.ts";
import { exportErrors } from "./errors.ts";

/** The parameters that name an export; one of them is required. */
export const exportIdParams = { id: Type.Optional(id), export_id: Type.Optional(id) } as const;

/**
 * The user's own export, unless it has expired or failed, or its user has lost the right that its file came from.
 *
 * @throws exportErrors.missingId, notFound, expired or failed; rightsErrors.not_allowed.
 */
export async function findLiveExport(
  { exportStore, clock }: ExportDeps & ClockDeps,
  actor: Pick<Caller, "uid" | "rights">,
  params: { readonly id?: string | undefined; readonly export_id?: string | undefined },
): Promise<ExportRecord> {
  const asked = params.id ?? params.export_id;
  if (asked === undefined) throw exportErrors.missingId({ details: { missing_parameters: ["id"] } });
  const record = await exportStore.find(actor.uid, Number(asked));
  if (!record) throw exportErrors.notFound({ id: asked });
  const state = exportState(record, clock.now());
  if (state === "expired") throw exportErrors.expired({ id: asked });
  if (state === "failed") throw exportErrors.failed({ id: asked });
  if (!mayOpen(actor, record)) throw rightsErrors.not_allowed();
  return record;
}
