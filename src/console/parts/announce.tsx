/** Short sentences about what was done: shown for a while, and read out by screen readers. */
import { signal } from "@preact/signals";

const SHOWN_MS = 6_000;
/** For what a person does not expect, and reads nowhere else. */
export const LONG_MS = 60_000;

const said = signal<readonly { readonly id: number; readonly text: string }[]>([]);
let lastId = 0;

export function announce(text: string, shownMs: number = SHOWN_MS): void {
  const id = ++lastId;
  said.value = [...said.value, { id, text }].slice(-3);
  setTimeout(() => {
    said.value = said.value.filter((each) => each.id !== id);
  }, shownMs);
}

export function Announcements() {
  return (
    <div class="announcements" role="status" aria-live="polite">
      {said.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
