/** The table of the front. */
import { fetchDocsScript } from "./fetch-docs-script.ts";
import { fetchOpenApi } from "./fetch-open-api.ts";
import { getLiveness } from "./get-liveness.ts";
import { getReadiness } from "./get-readiness.ts";
import { showDocs } from "./show-docs.ts";
import { showDocsOfService } from "./show-docs-of-service.ts";
import { showFrontPage } from "./show-front-page.ts";

export const frontEndpoints = [
  showFrontPage,
  getLiveness,
  getReadiness,
  showDocs,
  showDocsOfService,
  fetchDocsScript,
  fetchOpenApi,
] as const;
