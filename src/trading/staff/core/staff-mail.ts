/** The mail that lists for staff what waits for them. */

/** A ticket whose user waits for an answer. */
export interface WaitingTicket {
  /** As people quote it. */
  readonly number: string;
  readonly subject: string;
  readonly category: string;
  readonly priority: string;
}

/** A withdrawal that an admin has to approve or reject. */
export interface WaitingWithdrawal {
  readonly id: number;
  readonly currency: string;
  /** A decimal number. */
  readonly amount: string;
  /** How many admins have still to approve it. */
  readonly approvalsLeft: 1 | 2;
}

/** A deposit that was credited and has left its chain since. */
export interface WaitingDeposit {
  readonly id: number;
  readonly currency: string;
  readonly amount: string;
}

export interface Waiting {
  readonly tickets: readonly WaitingTicket[];
  readonly withdrawals: readonly WaitingWithdrawal[];
  readonly deposits: readonly WaitingDeposit[];
}

/**
 * The mail about everything that waits, or undefined where nothing does. Each part leads to its page of the console, if it is
 * known where that is served. Lists of 50 stay below the longest mail.
 */
export function renderStaffMail(
  { tickets, withdrawals, deposits }: Waiting,
  consoleUrl: string | undefined,
): { readonly subject: string; readonly text: string } | undefined {
  const parts = [
    {
      name: "ticket",
      page: "tickets",
      about: "Users wait for an answer",
      lines: tickets.map(
        ({ number, category, priority, subject }) => `${number} (${category}, ${priority}): ${subject}`,
      ),
    },
    {
      name: "withdrawal",
      page: "withdrawals",
      about: "Withdrawals wait for an admin's approval",
      lines: withdrawals.map(
        ({ id, amount, currency, approvalsLeft }) =>
          `${id}: ${amount} ${currency}${approvalsLeft === 2 ? ", needs two admins" : ""}`,
      ),
    },
    {
      name: "doubtful deposit",
      page: "deposits",
      about: "Deposits were credited and have left their chain; their accounts cannot withdraw",
      lines: deposits.map(({ id, amount, currency }) => `${id}: ${amount} ${currency}`),
    },
  ].filter(({ lines }) => lines.length > 0);
  if (parts.length === 0) return undefined;
  const at = consoleUrl?.replace(/\/$/, "");
  const sections = parts.map(({ page, about, lines }) => {
    const title = at === undefined ? about : `${about} (${at}/trading/staff/${page})`;
    return [`${title}:`, ...lines.map((line) => `  ${line}`)].join("\n");
  });
  return {
    subject: `To do: ${parts.map(({ name, lines }) => counted(lines.length, name)).join(", ")}`,
    text: `${sections.join("\n\n")}\n`,
  };
}

function counted(count: number, name: string): string {
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
