/** The documents that are computed from the code. `scripts/generate.js` writes them; a check compares them. */
import { clientFiles } from "./client-code/index.ts";
import { configReference, envExample } from "./kit/config/reference.ts";
import { sharedSettings } from "./kit/config/shared-settings.ts";
import { invariant } from "./kit/errors/invariant.ts";
import { listing, openApi } from "./kit/endpoint/openapi.ts";
import { errorReference, reference } from "./kit/endpoint/reference.ts";
import { jobsReference } from "./kit/jobs/job.ts";
import { metricsPage } from "./kit/metrics/reference.ts";
import { metricSections } from "./metric-sections.ts";
import { dashboards, grafanaJson } from "./dashboards/index.ts";
import { frontForm } from "./front/front.ts";
import { frontEndpoints } from "./front/endpoints/index.ts";
import { houseSchedules, trimOutbox } from "./cli/house-jobs.ts";
import { tripodProgram } from "./cli/program.ts";
import { commandTable } from "./cli/reference/command-table.ts";
import { manPage } from "./cli/reference/man-page.ts";
import { commandReference } from "./cli/reference/markdown.ts";
import { playersSettings } from "./players/config.ts";
import { playersEndpoints } from "./players/endpoints.ts";
import { playersForm } from "./players/form.ts";
import { platformJobs, platformSchedules } from "./players/platform/jobs/index.ts";
import { privacyJobs, privacySchedules } from "./players/privacy/jobs/index.ts";
import {
  webhookJobs as playersWebhookJobs,
  webhookSchedules as playersWebhookSchedules,
} from "./players/webhooks/jobs/index.ts";
import { registrySettings } from "./registry/config.ts";
import { registryEndpoints } from "./registry/endpoints.ts";
import { registryForm } from "./registry/form.ts";
import { serverJobs, serverSchedules } from "./registry/servers/jobs/index.ts";
import { syncJobs, syncSchedules } from "./registry/sync/jobs/index.ts";
import { tokenJobs, tokenSchedules } from "./registry/tokens/jobs/index.ts";
import { tradingSettings } from "./trading/config.ts";
import { tradingEndpoints } from "./trading/endpoints.ts";
import { tradingForm } from "./trading/form.ts";
import { TRADING_JOBS, TRADING_SCHEDULES } from "./trading/jobs.ts";
import { webhookJobs, webhookSchedules } from "./registry/webhooks/jobs/index.ts";

/** Path below the root of the repository -> text. */
export function generatedFiles(): Promise<Record<string, string>> {
  const sections = {
    shared: sharedSettings,
    registry: registrySettings,
    players: playersSettings,
    trading: tradingSettings,
  };
  const uncalled = () => invariant(false, "documents call no endpoint") as never;
  const sessions = { heldBy: uncalled, shownBy: uncalled, visitorOf: uncalled };
  const form = registryForm(
    { tokens: { verify: uncalled }, sessions, begunLogins: sessions, clock: { now: uncalled } },
    // As the settings are where an operator says nothing.
    { privateReads: false, requestsPerMinute: 6_000, tokenRequestsPerMinute: 6_000 },
  );
  const nobody = { ownerOf: uncalled };
  const players = playersForm(
    { keys: nobody, tickets: nobody, sessions },
    { now: () => invariant(false, "documents have no time") as never },
    { addressRequestsPerMinute: 0 },
  );
  const trading = formOfTrading();
  const commands = commandTable(tripodProgram());
  const documents = {
    registry: openApi(form, registryEndpoints),
    players: openApi(players, playersEndpoints),
    trading: openApi(trading, tradingEndpoints),
  };
  return Promise.resolve({
    ...clientFiles(documents),
    ".env.example": envExample(sections),
    "docs/generated/cli.md": commandReference(commands),
    "docs/generated/config.md": configReference(sections),
    "docs/generated/endpoints.txt":
      listing(form, registryEndpoints) + listing(players, playersEndpoints) + listing(trading, tradingEndpoints),
    "docs/generated/registry-api.md": reference(form, registryEndpoints),
    "docs/generated/players-api.md": reference(players, playersEndpoints),
    "docs/generated/trading-api.md": reference(trading, tradingEndpoints),
    "docs/generated/errors.md": errorReference([
      { form, endpoints: registryEndpoints },
      { form: players, endpoints: playersEndpoints },
      { form: trading, endpoints: tradingEndpoints },
      { form: frontForm({ requestsPerMinute: 0 }), endpoints: frontEndpoints },
    ]),
    "docs/generated/jobs.md": jobsReference(
      [
        trimOutbox,
        ...serverJobs,
        ...tokenJobs,
        ...webhookJobs,
        ...syncJobs,
        ...platformJobs,
        ...playersWebhookJobs,
        ...privacyJobs,
        ...TRADING_JOBS,
      ],
      [
        ...houseSchedules,
        ...serverSchedules,
        ...tokenSchedules,
        ...webhookSchedules,
        ...syncSchedules,
        ...platformSchedules,
        ...playersWebhookSchedules,
        ...privacySchedules,
        ...TRADING_SCHEDULES,
      ],
    ),
    "docs/generated/tripod.1": manPage(commands),
    "docs/generated/openapi/registry.json": `${JSON.stringify(documents.registry, null, 2)}\n`,
    "docs/generated/openapi/trading.json": `${JSON.stringify(documents.trading, null, 2)}\n`,
    "docs/generated/openapi/players.json": `${JSON.stringify(documents.players, null, 2)}\n`,
    "docs/generated/metrics.md": metricsPage(metricSections),
    ...Object.fromEntries(
      Object.entries(dashboards).map(([name, each]) => [`deploy/grafana/${name}.json`, grafanaJson(each)]),
    ),
  });
}

function formOfTrading() {
  const never = (): never => invariant(false, "documents call no endpoint") as never;
  return tradingForm({
    clock: { now: never },
    systemVersion: "",
    addressRequestsPerMinute: 0,
    publicRequestsPerMinute: 0,
    refusalsUntilBan: 0,
    banSeconds: 0,
    byKey: never,
    bySession: never,
    idempotency: { around: never },
  });
}
