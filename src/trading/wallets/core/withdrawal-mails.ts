/** Mails to owners of accounts about their withdrawals. */
import { formatAmount } from "../../../kit/money/amount.ts";
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";

/** The shown parts of a withdrawal. Amounts in units of 1e-8. */
interface Told {
  readonly id: number;
  readonly currency: string;
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly reason: string | null;
  readonly txid: string | null;
}

export type WithdrawalNews = "requested" | "approved" | "sent" | "refused" | "canceled";

/** A mail about one of these moments in the life of a withdrawal. */
export function withdrawalMail(
  news: WithdrawalNews,
  name: string,
  withdrawal: Told,
): { readonly subject: string; readonly text: string } {
  const { id, currency, address, amount, fee } = withdrawal;
  const facts = [
    `Amount: ${formatAmount(amount)} ${currency}`,
    `Fee: ${formatAmount(fee)} ${currency}`,
    `To: ${address}`,
    ...(withdrawal.txid === null ? [] : [`Transaction: ${withdrawal.txid}`]),
  ].join("\n");
  const paragraphs = [
    `Hello ${name},`,
    saysOf(news, withdrawal),
    facts,
    ...(NOT_YOU[news] === undefined ? [] : [NOT_YOU[news]]),
  ];
  return { subject: `Withdrawal ${id} ${SUBJECTS[news]}`, text: `${paragraphs.join("\n\n")}\n` };
}

const SUBJECTS: Readonly<Record<WithdrawalNews, string>> = {
  requested: "was requested",
  approved: "was approved",
  sent: "was sent",
  refused: "was refused",
  canceled: "was canceled",
};

const NOT_YOU: Partial<Readonly<Record<WithdrawalNews, string>>> = {
  requested:
    "If that was not you, cancel it, change your password, and look at your sessions and API keys. It is not sent until an " +
    "admin has reviewed it.",
  canceled: "If that was not you, change your password, and look at your sessions and API keys.",
};

function saysOf(news: WithdrawalNews, { id, reason }: Told): string {
  switch (news) {
    case "requested":
      return `withdrawal ${id} was requested. The amount and the fee are reserved until it is reviewed.`;
    case "approved":
      return `withdrawal ${id} was approved and will be sent.`;
    case "sent":
      return `withdrawal ${id} was sent.`;
    case "canceled":
      return `withdrawal ${id} was canceled by your account. The amount and the fee are back in your balance.`;
    case "refused":
      return `withdrawal ${id} was refused. The amount and the fee are back in your balance. The reason: ${reason ?? "none was given"}`;
  }
}

/** A mail about an address that withdrawals may go to from some time on. */
export function addressAllowedMail(
  name: string,
  { currency, address, usableAt }: { readonly currency: string; readonly address: string; readonly usableAt: Instant },
): { readonly subject: string; readonly text: string } {
  return {
    subject: "An address was added to your withdrawal whitelist",
    text: `Hello ${name},

an address was added to the whitelist of withdrawals:

Currency: ${currency}
Address: ${address}
Can be used from: ${formatInstant(usableAt)}

If that was not you, remove it, change your password, and look at your sessions and API keys.
`,
  };
}

/** A mail about an address that is no longer on the whitelist. `opensAt`: it was the last one of its currency. */
export function addressRemovedMail(
  name: string,
  { currency, address, opensAt }: { readonly currency: string; readonly address: string; readonly opensAt?: Instant },
): { readonly subject: string; readonly text: string } {
  const opens =
    opensAt === undefined
      ? ""
      : `
It was the last address for this currency. From ${formatInstant(opensAt)} on, ${currency} can be withdrawn to any address.
`;
  return {
    subject: "An address was removed from your withdrawal whitelist",
    text: `Hello ${name},

an address was removed from the whitelist of withdrawals:

Currency: ${currency}
Address: ${address}
${opens}
If that was not you, add it again, change your password, and look at your sessions and API keys.
`,
  };
}
