/** Whether real money is at stake: a word, a colour and a border, the same on every page. */
import { texts } from "../say.ts";

export function MoneyKind({ kind }: { readonly kind: string | undefined }) {
  if (kind !== "live" && kind !== "paper" && kind !== "simulated") return null;
  return <span class={`money-kind ${kind}`}>{texts.moneyKinds[kind]}</span>;
}
