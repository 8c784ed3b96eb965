/**
 * Which sender to believe of those that report an exchange one after the other. Each has a higher fence than the one
 * before it (see `Lease`) and numbers its messages. So a sender that does not know yet that it lost the lease is
 * ignored, and lost messages are noticed.
 */

/** The heading of every message. */
export interface Heading {
  readonly fence: number;
  /** 1 for the first message with this fence, one more for each that follows. */
  readonly number: number;
}

const HEADING = /^#(\d{1,15}) (\d{1,15})$/;

export function writeHeading({ fence, number }: Heading): string {
  return `#${fence} ${number}\n`;
}

/** The heading of a line without its end; undefined when it is none. */
export function readHeading(line: string): Heading | undefined {
  const [, fence, number] = HEADING.exec(line) ?? [];
  return fence === undefined ? undefined : { fence: Number(fence), number: Number(number) };
}

export class Succession {
  #fence = 0;
  #number = 0;

  /**
   * Takes the heading of a received message.
   *
   * @returns `former`: of one that was succeeded already, to be passed over. `gap`: an earlier message is missing.
   *   `next`: nothing is.
   */
  hear({ fence, number }: Heading): "next" | "gap" | "former" {
    if (fence < this.#fence) return "former";
    const isNext = number === (fence === this.#fence ? this.#number + 1 : 1);
    this.#fence = fence;
    this.#number = number;
    return isNext ? "next" : "gap";
  }

  /** We held this fence ourselves: only later holders are believed. */
  follow(fence: number): void {
    if (fence < this.#fence) return;
    this.#fence = fence + 1;
    this.#number = 0;
  }
}
