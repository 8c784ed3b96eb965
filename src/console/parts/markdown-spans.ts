/** The parts of a line of Markdown. Marks that are not closed are text. */

export interface Span {
  readonly kind: "text" | "code" | "strong";
  readonly text: string;
}

export function markdownSpans(line: string): Span[] {
  return marked(line, "`", "code").flatMap((span) =>
    span.kind === "text" ? marked(span.text, "**", "strong") : [span],
  );
}

/** What stands between two marks is of the kind; the text behind a last, single mark keeps it. */
function marked(text: string, mark: string, kind: Span["kind"]): Span[] {
  const parts = text.split(mark);
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join(mark));
  return parts
    .map((part, at): Span => ({ kind: at % 2 === 1 ? kind : "text", text: part }))
    .filter((span) => span.text !== "");
}
