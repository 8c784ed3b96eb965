/** The two questions that RCON knows: is this the password, and what does this command answer. */
import type { Clock } from "../../kit/time/clock.ts";
import { answerAssembler, isPieceOf, type AnswerStanding } from "./core/answer.ts";
import { AUTH, AUTH_ANSWER, COMMAND, encodePacket } from "./core/packet.ts";
import type { PacketStream } from "./packet-stream.ts";

/** The common needs of both questions. */
export interface Asking {
  readonly stream: PacketStream;
  /** Not 0 and not -1, and another for each question. */
  readonly id: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Says the password; the time counts from the start of the connection. Resolves when it is right; any other end is the
 * stream's end.
 */
export function signIn({ stream, id, timeoutMs, signal }: Asking, password: string): Promise<void> {
  return stream.ask<void>({
    packet: encodePacket(id, AUTH, password),
    take(packets, finish) {
      // Servers of Valve's kind send an empty answer before the verdict; ARK sends the verdict alone.
      const verdict = packets.find((packet) => packet.type === AUTH_ANSWER && (packet.id === id || packet.id === -1));
      if (verdict?.id === id) finish();
      else if (verdict) stream.destroy(stream.failure("wrongPassword", "RCON refused the password."));
    },
    timeoutMs,
    timeout: () =>
      stream.isConnected()
        ? stream.failure("timedOut", `RCON did not answer the password within ${timeoutMs} ms.`)
        : stream.failure("unreachable", `RCON cannot be reached: no connection within ${timeoutMs} ms.`),
    signal,
  });
}

/** How the end of an answer is recognised. */
export interface AnswerEnd {
  readonly clock: Clock;
  /** How long nothing may come until an answer that may go on counts as whole. */
  readonly quietMs: number;
  /** Whether silence decides for every answer, because this server goes on after packets that are not full. */
  readonly alwaysBySilence: boolean;
}

/** Sends one command and answers its whole text. */
export function runCommand(
  { stream, id, timeoutMs, signal }: Asking,
  command: string,
  end: AnswerEnd,
): Promise<string> {
  const answer = answerAssembler(id);
  const silence = silenceTimer(end.clock, end.quietMs);
  let standing: AnswerStanding = "waiting";
  const asked = stream.ask<string>({
    packet: encodePacket(id, COMMAND, command),
    take(packets, finish) {
      // Foreign packets do not break the silence.
      if (!packets.some((packet) => isPieceOf(packet, id))) return;
      standing = answer.add(packets);
      if (standing === "tooLong") {
        stream.destroy(stream.failure("badAnswer", "RCON answered with more than 1 MB."));
      } else if (standing === "open" || end.alwaysBySilence) {
        silence.start(() => finish(answer.text()));
      } else {
        finish(answer.text());
      }
    },
    timeoutMs,
    timeout: () => {
      const problem = standing === "waiting" ? "did not answer" : "did not finish its answer";
      return stream.failure("timedOut", `RCON ${problem} within ${timeoutMs} ms.`);
    },
    signal,
  });
  return asked.finally(() => silence.stop());
}

/** Calls back when it was not restarted for `quietMs`. */
function silenceTimer(clock: Clock, quietMs: number): { start(then: () => void): void; stop(): void } {
  let current = new AbortController();
  return {
    start(then) {
      current.abort();
      current = new AbortController();
      void clock.sleep(quietMs, current.signal).then(then, () => undefined);
    },
    stop: () => current.abort(),
  };
}
