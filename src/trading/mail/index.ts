/** The door of mail: what others send, and what sends it. */
export { addMailMetrics } from "./mail-metrics.ts";
export { openMail } from "./open-mail.ts";
export { mailSettings } from "./settings.ts";
export { enqueueMail, enqueueSecretMail, mayMailLink } from "./sql/enqueue-mail.ts";
export { sendMailsSoon } from "./sql/send-mails-soon.ts";
