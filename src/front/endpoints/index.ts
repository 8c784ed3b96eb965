/** The table of the front. */
import { getLiveness } from "./get-liveness.ts";
import { getReadiness } from "./get-readiness.ts";
import { showFrontPage } from "./show-front-page.ts";

export const frontEndpoints = [showFrontPage, getLiveness, getReadiness] as const;
