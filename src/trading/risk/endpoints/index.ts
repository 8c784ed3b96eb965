/** The endpoints of limits and halts. */
import { halt } from "./halt.ts";
import { listLimits } from "./list-limits.ts";
import { resume } from "./resume.ts";
import { setLimits } from "./set-limits.ts";
import { showStatus } from "./show-status.ts";

export const riskEndpoints = [showStatus, listLimits, setLimits, halt, resume];
