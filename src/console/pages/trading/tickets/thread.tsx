/** One ticket with its messages, for its user and for staff. */
import type { ComponentChildren } from "preact";
import type { Ticket } from "../../../../../clients/typescript/src/trading.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.tickets;

export const TICKET_TONES: Readonly<Record<Ticket["status"], Tone>> = {
  open: "warn",
  answered: "good",
  waiting: "warn",
  closed: "plain",
};

interface ThreadProps {
  readonly ticket: Ticket;
  /** What can be done with it. */
  readonly children: ComponentChildren;
}

export function Thread({ ticket: { subject, number, status, messages }, children }: ThreadProps) {
  return (
    <Section title={say(T.numbered, { number, subject })}>
      <p>
        <Badge tone={TICKET_TONES[status]} text={T.statuses[status]} />
      </p>
      <ol class="thread">
        {messages.map(({ id, from, body, time_created }) => (
          <li key={id} class={from}>
            <p class="faint">
              {T.from[from]} · <Time at={timeOfSeconds(time_created)} />
            </p>
            <p class="said">{body}</p>
          </li>
        ))}
      </ol>
      {children}
    </Section>
  );
}
