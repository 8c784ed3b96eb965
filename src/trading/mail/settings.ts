/** The settings of mail: members of the trading section. */
import { Type } from "typebox";
import { secretText } from "../../kit/config/setting.ts";

/** Properties to be spread into the trading platform's settings. */
export const mailSettings = {
  smtpUrl: secretText({
    pattern: "^smtps?://[^\\s]+$",
    description:
      "Mail server that sends the platform's mail: `smtp://user:password@host:port`, or `smtps://` for TLS from the " +
      "start. Without it, mail waits in the database.",
  }),
  mailFrom: Type.String({
    minLength: 3,
    maxLength: 320,
    pattern: "^[^\\r\\n]*@[A-Za-z0-9.-]+>?$",
    default: "Tripod <tripod@localhost>",
    description: "Sender of the platform's mail: `Name <name@example.com>`.",
  }),
};
