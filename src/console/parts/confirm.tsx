/** A button that asks once before it does something which can be undone, or which must not wait for a name to be typed. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useShortcut } from "../live/shortcut.ts";
import { ActionForm, type Entered } from "./action-form.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  /** Of the button that opens the question, and of the one that does it. */
  readonly action: string;
  readonly question: string;
  /** Says what will happen. */
  readonly consequence: ComponentChildren;
  /** Announced afterwards. Left out where `send` announces what came of it. */
  readonly done?: string;
  readonly send: (entered: Entered) => Promise<unknown>;
  readonly isDanger?: boolean;
  /** A key that opens the question, such as `F8`. Enter then does it. */
  readonly shortcut?: string;
  /** Fields. */
  readonly children?: ComponentChildren;
}

export function Confirm({
  action,
  question,
  consequence,
  done,
  send,
  isDanger = false,
  shortcut,
  children,
}: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut(shortcut, () => setOpen(true));
  const run = async (entered: Entered): Promise<void> => {
    await send(entered);
    setOpen(false);
  };
  return (
    <>
      <button type="button" class={isDanger ? "danger" : ""} aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
        {shortcut === undefined ? action : `${action} (${shortcut})`}
      </button>
      {isOpen && (
        <Dialog title={question} onClose={() => setOpen(false)}>
          <div>{consequence}</div>
          <ActionForm
            action={action}
            {...(done === undefined ? {} : { done })}
            isDanger={isDanger}
            isFocused
            send={run}
          >
            {children}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
