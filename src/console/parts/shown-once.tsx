/** A secret that the server shows only now. */
import { Snippet } from "./copy.tsx";
import { Section } from "./page.tsx";

interface ShownOnceProps {
  readonly title: string;
  /** Says that it is not shown again, and what it is for. */
  readonly hint: string;
  readonly text: string;
}

export function ShownOnce({ title, hint, text }: ShownOnceProps) {
  return (
    <Section title={title}>
      <p role="status">{hint}</p>
      <Snippet text={text} what={title} />
    </Section>
  );
}
