/** The life of a ticket: whose turn it is, and whether it has ended. */

/**
 * `open`: staff are to answer. `answered`: they have. `waiting`: they have asked for something and wait for the user.
 * `closed`: no action is needed until the next message.
 */
export type TicketStatus = "open" | "answered" | "waiting" | "closed";

/** The events of a ticket. A message of the user reopens one that is closed. */
export type TicketEvent = "userWrites" | "staffAnswers" | "staffAsks" | "close" | "reopen";

const NEXT: Readonly<Record<TicketEvent, Partial<Readonly<Record<TicketStatus, TicketStatus>>>>> = {
  userWrites: { open: "open", answered: "open", waiting: "open", closed: "open" },
  staffAnswers: { open: "answered", answered: "answered", waiting: "answered" },
  staffAsks: { open: "waiting", answered: "waiting", waiting: "waiting" },
  close: { open: "closed", answered: "closed", waiting: "closed" },
  reopen: { closed: "open" },
};

/** One thing done to a ticket: an event, with a message where something is written. */
export interface TicketStep {
  readonly event: TicketEvent;
  readonly message?: string;
}

export type StepRefusal = { readonly tooManyMessages: number } | { readonly wrongStatus: TicketStatus };

/** A ticket after all steps, or why not all of them can be taken. */
export function afterSteps(
  ticket: { readonly status: TicketStatus; readonly messages: number },
  steps: readonly TicketStep[],
  maxMessages: number,
): { readonly status: TicketStatus; readonly added: readonly string[] } | StepRefusal {
  let { status } = ticket;
  const added: string[] = [];
  for (const { event, message } of steps) {
    const next = NEXT[event][status];
    if (next === undefined) return { wrongStatus: status };
    if (message !== undefined) added.push(message);
    status = next;
  }
  if (added.length > 0 && ticket.messages + added.length > maxMessages) {
    return { tooManyMessages: maxMessages };
  }
  return { status, added };
}

/** The number that people quote: `T000042`. */
export function ticketNumber(id: number): string {
  return `T${String(id).padStart(6, "0")}`;
}
