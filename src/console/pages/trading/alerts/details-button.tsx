/** A button that shows all of a thing, as the API has it. */
import { useState } from "preact/hooks";
import { Snippet } from "../../../parts/copy.tsx";
import { Dialog } from "../../../parts/dialog.tsx";

interface DetailsButtonProps {
  readonly action: string;
  /** Says what of: the action with the number of the thing. */
  readonly label: string;
  readonly title: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Names the value for the button that copies it. */
  readonly what: string;
}

export function DetailsButton({ action, label, title, value, what }: DetailsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-label={label} onClick={() => setOpen(true)}>
        {action}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Snippet text={JSON.stringify(value, undefined, 2)} what={what} />
        </Dialog>
      )}
    </>
  );
}
