import { checkProgram } from "./check-program.ts";
import { createAnnouncement } from "./create-announcement.ts";
import { deleteAnnouncement } from "./delete-announcement.ts";
import { listAnnouncements } from "./list-announcements.ts";
import { listEp } from "./list-ep.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { listValidationFunctions } from "./list-validation-functions.ts";
import { ping } from "./ping.ts";
import { showTimestamp } from "./show-timestamp.ts";

export const systemEndpoints = [
  showTimestamp,
  ping,
  listEndpoints,
  listEp,
  listValidationFunctions,
  listAnnouncements,
  createAnnouncement,
  deleteAnnouncement,
  checkProgram,
];
