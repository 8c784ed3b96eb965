/** The table of the front. */
import { fetchConsoleScript } from "./fetch-console-script.ts";
import { fetchConsoleStyle } from "./fetch-console-style.ts";
import { fetchDocsScript } from "./fetch-docs-script.ts";
import { fetchOpenApi } from "./fetch-open-api.ts";
import { getAbout } from "./get-about.ts";
import { getLiveness } from "./get-liveness.ts";
import { getReadiness } from "./get-readiness.ts";
import { showConsolePage } from "./show-console-page.ts";
import { showConsole } from "./show-console.ts";
import { showDocs } from "./show-docs.ts";
import { showDocsOfService } from "./show-docs-of-service.ts";
import { showFrontPage } from "./show-front-page.ts";

export const frontEndpoints = [
  showFrontPage,
  getAbout,
  showConsole,
  showConsolePage,
  fetchConsoleScript,
  fetchConsoleStyle,
  getLiveness,
  getReadiness,
  showDocs,
  showDocsOfService,
  fetchDocsScript,
  fetchOpenApi,
] as const;
