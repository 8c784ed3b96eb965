/** The errors of the audit area. */
import { errors } from "../../kit/errors/catalogue.ts";

export const auditErrors = errors("audit", {
  notFound: { status: 404, says: "Entry {id} is not in the audit trail" },
  invalidName: {
    status: 422,
    says: "validation failed: name must be a server name (io.example/weather), or the beginning of one followed by * (io.example/*)",
  },
  invalidTime: {
    status: 422,
    says: "validation failed: {parameter} must be an RFC 3339 time, such as 2026-01-31T00:00:00Z",
  },
});
