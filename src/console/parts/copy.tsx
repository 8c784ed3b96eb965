/** Text to be copied. */
import { useState } from "preact/hooks";
import { texts } from "../say.ts";
import { announce } from "./announce.tsx";

interface CopyProps {
  readonly text: string;
  /** What is copied, for who does not see it: "the id". */
  readonly what?: string;
}

export function CopyButton({ text, what = "" }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const done = await toClipboard(text);
    setCopied(done);
    announce(done ? texts.copy.copied : texts.copy.refused);
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy()} aria-label={`${texts.copy.copy} ${what}`.trim()}>
      {isCopied ? texts.copy.copied : texts.copy.copy}
    </button>
  );
}

/** A text of several lines, such as a command or a file. */
export function Snippet({ text, what }: CopyProps) {
  return (
    <div class="snippet">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} {...(what === undefined ? {} : { what })} />
    </div>
  );
}

/** Answers whether it was copied. Pages that came over plain HTTP have no clipboard of their own, but may copy a selection. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "off-screen";
    document.body.append(area);
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- what browsers have without a secure context
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
