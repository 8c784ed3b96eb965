/** The table of the publishing area. */
import { editVersion } from "./edit-version.ts";
import { publishServer } from "./publish-server.ts";
import { validateServer } from "./validate-server.ts";

export const publishingEndpoints = [publishServer, editVersion, validateServer] as const;
