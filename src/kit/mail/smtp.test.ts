import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { UserError } from "../errors/user-error.ts";
import { createLog } from "../log/log.ts";
import { MailError } from "./mail.ts";
import { readSmtpUrl, smtpCarrier } from "./smtp.ts";

const FROM = "Tripod <tripod@example.com>";
const MAIL = { to: "ann@example.org", subject: "Hello", text: "Grüße\n", key: "0190-a" };

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A mail server on loopback, and what it got. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onData(stream, _session, answered) {
      const reading = simpleParser(stream).then((mail) => void received.push(mail));
      void reading.then(() => undefined, asError).then(answered);
    },
    ...options,
  });
  // A client that goes away in the middle is part of these tests.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, url: `smtp://127.0.0.1:${port}` };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A server that takes connections, and says what `talk` says. */
async function rawServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error("the mail was not refused with a MailError", { cause: error });
  return error;
}

describe("a mail over SMTP", () => {
  test("arrives as it was written, from the sender, with the Message-ID of its key", async () => {
    const { url, received } = await mailServer();
    await smtpCarrier({ url, from: FROM }).send(MAIL);
    const [mail] = received;
    expect(mail?.text).toBe("Grüße\n");
    expect(mail?.subject).toBe("Hello");
    expect(mail?.from?.text).toBe('"Tripod" <tripod@example.com>');
    expect(mail?.messageId).toBe("<0190-a@example.com>");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("goes to one address only, whatever the address looks like", async () => {
    const recipients: string[] = [];
    const { url } = await mailServer({
      onRcptTo({ address }, _session, done) {
        recipients.push(address);
        done();
      },
    });
    const carrier = smtpCarrier({ url, from: FROM });
    await carrier.send({ ...MAIL, to: "ann@example.org, eve@example.net" }).catch(() => undefined);
    expect(recipients.length).toBeLessThan(2);
    expect(recipients).not.toContain("eve@example.net");
  });

  test("shows the credentials of the address, decoded", async () => {
    const logins: unknown[] = [];
    const { port } = await mailServer({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        logins.push([username, password]);
        done(null, { user: username });
      },
    });
    await smtpCarrier({ url: `smtp://me%40x:p%3Ass@127.0.0.1:${port}`, from: FROM }).send(MAIL);
    expect(logins).toEqual([["me@x", "p:ss"]]);
  });

  test("with credentials that are refused is unreachable, and the error does not hold them", async () => {
    const { port } = await mailServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error("no such user")),
    });
    const error = await failureOf(smtpCarrier({ url: `smtp://me:hunter22@127.0.0.1:${port}`, from: FROM }).send(MAIL));
    expect(error.failure).toBe("unreachable");
    expect(error.message).not.toContain("hunter22");
  });

  test.each([
    { code: 550, failure: "refused" },
    { code: 450, failure: "deferred" },
  ])("that the server answers with $code is $failure", async ({ code, failure }) => {
    const { url } = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error("not this mailbox"), { responseCode: code })),
    });
    const error = await failureOf(smtpCarrier({ url, from: FROM }).send(MAIL));
    expect(error.failure).toBe(failure);
    expect(error.message).toContain("not this mailbox");
  });

  test("that is refused is logged without the address, however the server repeats it", async () => {
    const { url } = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error("<ANN@example.org>: no ann@example.org here"), { responseCode: 550 })),
    });
    const error = await failureOf(smtpCarrier({ url, from: FROM }).send(MAIL));
    expect(error.message).toContain("<(the recipient)>: no (the recipient) here");
    let logged = "";
    createLog({ level: "info", format: "json", stream: { write: (line) => (logged += line) } }).error(
      { err: error },
      "x",
    );
    expect(logged).toContain("no (the recipient) here");
    expect(logged.toLowerCase()).not.toContain(MAIL.to);
  });

  test("to a server that is not there is unreachable", async () => {
    const { port } = await mailServer();
    for (const close of closers.splice(0)) await close();
    const error = await failureOf(smtpCarrier({ url: `smtp://127.0.0.1:${port}`, from: FROM }).send(MAIL));
    expect(error.failure).toBe("unreachable");
  });

  test("to a server that says nothing ends", async () => {
    const url = await rawServer(() => undefined);
    const error = await failureOf(smtpCarrier({ url, from: FROM, silenceMs: 50 }).send(MAIL));
    expect(error.failure).toBe("unreachable");
  });

  test("to a server that never comes to the point ends", async () => {
    const url = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("220-still here\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const error = await failureOf(smtpCarrier({ url, from: FROM, timeoutMs: 100 }).send(MAIL));
    expect(error.message).toBe("the mail server took too long");
  });

  test("ends with the program", async () => {
    const stopping = new AbortController();
    const url = await rawServer(() => stopping.abort());
    const error = await failureOf(smtpCarrier({ url, from: FROM }).send(MAIL, stopping.signal));
    expect(error.message).toBe("the program is stopping");
  });
});

describe("the address of a mail server", () => {
  test.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, requireTLS: false }],
    ["smtps://mail.example.com", { host: "mail.example.com", port: 465, secure: true, requireTLS: false }],
    [
      "smtp://a:b@mail.example.com:2525",
      { host: "mail.example.com", port: 2525, secure: false, requireTLS: true, auth: { user: "a", pass: "b" } },
    ],
    [
      "smtp://a:b@[::1]:25",
      { host: "::1", port: 25, secure: false, requireTLS: false, auth: { user: "a", pass: "b" } },
    ],
  ])("%s is read", (url, server) => {
    expect(readSmtpUrl(url)).toEqual(server);
  });

  test.each(["mail.example.com", "http://mail.example.com", "smtp://", "smtp://a?tls=no", "smtp://%zz@a"])(
    "%s is refused",
    (url) => {
      expect(() => readSmtpUrl(url)).toThrow(UserError);
    },
  );

  test("needs a sender that is an address", () => {
    expect(() => smtpCarrier({ url: "smtp://a", from: "Tripod" })).toThrow(UserError);
  });
});
