/** Errors about the cluster and its file. */
import { errors } from "../../kit/errors/catalogue.ts";

export const clusterErrors = errors("cluster", {
  none: {
    status: 404,
    says: "The cluster's file does not exist yet. Add a server: POST /Servers, or tripod players add-server.",
  },
  notFound: { status: 404, says: "There is no server {key} in the cluster's file. GET /Cluster shows all." },
  notHere: { status: 409, says: "{reason}" },
  fixed: { status: 409, says: "Servers cannot be changed here: {reason}" },
  invalid: { status: 400, says: "The server cannot be set up like this: {reason}" },
  passwordNeeded: {
    status: 400,
    says: "A new address of RCON needs the password, too: the one in the file is not sent to another address.",
  },
});

/** Why servers cannot be read or changed by a process. */
export const CLUSTER_REASONS = {
  elsewhere:
    "This process answers requests only, and the cluster's file is with the workers that read game servers. There, edit it, " +
    "or use tripod players add-server and tripod players doctor.",
  invented: "An invented cluster runs (--demo). Start without --demo to set up real servers.",
  off: "The operator has switched it off (TRIPOD_PLAYERS_CLUSTER_CHANGES). Servers are changed in the cluster's file.",
  busy: "Another request is changing the cluster's file. Try again in a moment.",
  readableByOthers:
    "Every user of the machine can read the cluster's file, so no password is written into it. Take that right away " +
    "(chmod o-r), or set passwordFile there.",
  byOperator: "Saves are named by the operator alone, with tripod players add-server or in the cluster's file.",
} as const;
