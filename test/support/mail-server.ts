/** A mail server on loopback for tests of what is sent. */
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer } from "smtp-server";

export interface TestMailServer {
  /** The mails, in order; also those that were answered with a failure afterwards. */
  readonly received: readonly ParsedMail[];
  readonly url: string;
  /** The server's answer to a mail that it has read: undefined takes it. May be changed at any time. */
  answer: (mail: ParsedMail) => Error | undefined | Promise<never>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 50,
    onData(stream, _session, answered) {
      void answerTo(stream, mailServer, received).then(answered);
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mailServer: TestMailServer = {
    received,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    answer: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** Undefined when the mail was taken, else why not. */
async function answerTo(
  stream: Readable,
  { answer }: Pick<TestMailServer, "answer">,
  received: ParsedMail[],
): Promise<Error | undefined> {
  try {
    const mail = await simpleParser(stream);
    received.push(mail);
    return await answer(mail);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A refusal with a code of SMTP. */
export function smtpFailure(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
