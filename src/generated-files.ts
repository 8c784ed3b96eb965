/** The documents that are computed from the code. `scripts/generate.js` writes them; a check compares them. */
import { configReference, envExample } from "./kit/config/reference.ts";
import { sharedSettings } from "./kit/config/shared-settings.ts";
import { invariant } from "./kit/errors/invariant.ts";
import { listing, openApi } from "./kit/endpoint/openapi.ts";
import { errorReference, reference } from "./kit/endpoint/reference.ts";
import { jobsReference } from "./kit/jobs/job.ts";
import { frontForm } from "./front/front.ts";
import { frontEndpoints } from "./front/endpoints/index.ts";
import { houseSchedules, trimOutbox } from "./cli/house-jobs.ts";
import { playersSettings } from "./players/config.ts";
import { playersEndpoints } from "./players/endpoints.ts";
import { playersForm } from "./players/form.ts";
import { platformJobs, platformSchedules } from "./players/platform/jobs/index.ts";
import { registrySettings } from "./registry/config.ts";
import { registryEndpoints } from "./registry/endpoints.ts";
import { registryForm } from "./registry/form.ts";
import { syncJobs, syncSchedules } from "./registry/sync/jobs/index.ts";
import { tokenJobs, tokenSchedules } from "./registry/tokens/jobs/index.ts";
import { webhookJobs, webhookSchedules } from "./registry/webhooks/jobs/index.ts";

/** Path below the root of the repository -> text. */
export function generatedFiles(): Promise<Record<string, string>> {
  const sections = { shared: sharedSettings, registry: registrySettings, players: playersSettings };
  const form = registryForm(
    { verify: () => invariant(false, "documents call no endpoint") as never },
    { privateReads: false, requestsPerMinute: 0, tokenRequestsPerMinute: 0 },
  );
  const players = playersForm(
    { ownerOf: () => invariant(false, "documents call no endpoint") as never },
    { now: () => invariant(false, "documents have no time") as never },
    { addressRequestsPerMinute: 0 },
  );
  return Promise.resolve({
    ".env.example": envExample(sections),
    "docs/generated/config.md": configReference(sections),
    "docs/generated/endpoints.txt": listing(form, registryEndpoints) + listing(players, playersEndpoints),
    "docs/generated/registry-api.md": reference(form, registryEndpoints),
    "docs/generated/players-api.md": reference(players, playersEndpoints),
    "docs/generated/errors.md": errorReference([
      { form, endpoints: registryEndpoints },
      { form: players, endpoints: playersEndpoints },
      { form: frontForm, endpoints: frontEndpoints },
    ]),
    "docs/generated/jobs.md": jobsReference(
      [trimOutbox, ...tokenJobs, ...webhookJobs, ...syncJobs, ...platformJobs],
      [...houseSchedules, ...tokenSchedules, ...webhookSchedules, ...syncSchedules, ...platformSchedules],
    ),
    "docs/generated/openapi/registry.json": `${JSON.stringify(openApi(form, registryEndpoints), null, 2)}\n`,
    "docs/generated/openapi/players.json": `${JSON.stringify(openApi(players, playersEndpoints), null, 2)}\n`,
  });
}
