/** A word about a state. The colour says the same as the word, and never more. */
export type Tone = "good" | "bad" | "warn" | "plain";

export function Badge({ tone = "plain", text }: { readonly tone?: Tone; readonly text: string }) {
  return <span class={`badge ${tone}`}>{text}</span>;
}
