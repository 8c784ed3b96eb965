/** A window over the page. The browser keeps the focus in it, and Escape closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useShortcut } from "../live/shortcut.ts";
import { say, texts } from "../say.ts";
import { ActionForm, type Entered } from "./action-form.tsx";
import { Field } from "./field.tsx";
import { isTypedAs, wordToType } from "./visible-text.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {texts.dialog.close}
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface DangerProps {
  /** Of the button that opens the question. */
  readonly action: string;
  /** Asks: "Erase the player Helena?" */
  readonly question: string;
  /** Says what will happen, and what cannot be taken back. */
  readonly consequence: ComponentChildren;
  /** Has to be typed before it can be done; where nothing is seen of it, `action`. */
  readonly name: string;
  readonly done: string;
  readonly send: (entered: Entered) => Promise<unknown>;
  /** A key that opens the question, such as `F9`. */
  readonly shortcut?: string;
  /** More fields. */
  readonly children?: ComponentChildren;
}

/** A button for what cannot be taken back: it names what will happen, and wants the name typed. */
export function Danger({ action, question, consequence, name, done, send, shortcut, children }: DangerProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut(shortcut, () => setOpen(true));
  const [typed, setTyped] = useState("");
  const wanted = wordToType(name, action);
  const close = (): void => {
    setOpen(false);
    setTyped("");
  };
  return (
    <>
      <button type="button" class="danger" aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
        {shortcut === undefined ? action : `${action} (${shortcut})`}
      </button>
      {isOpen && (
        <Dialog title={question} onClose={close}>
          <div>{consequence}</div>
          <ActionForm
            action={action}
            done={done}
            isDanger
            isDisabled={!isTypedAs(wanted, typed)}
            send={async (entered) => {
              await send(entered);
              close();
            }}
          >
            {children}
            <Field
              label={say(texts.dialog.typeName, { name: wanted })}
              autocomplete="off"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
