/** A line of Markdown as text: code and strong words are shown as such, anything else as it is written. */
import { markdownSpans } from "./markdown-spans.ts";

export function MarkdownLine({ text }: { readonly text: string }) {
  return (
    <>
      {markdownSpans(text).map(({ kind, text: content }, at) => {
        if (kind === "code") return <code key={at}>{content}</code>;
        return kind === "strong" ? <strong key={at}>{content}</strong> : content;
      })}
    </>
  );
}
