/** What narrows a list. On a phone only the search is open; the rest opens with a touch, and says how much is set. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { say, texts } from "../say.ts";

interface FiltersProps {
  /** Always shown. */
  readonly search: ComponentChildren;
  /** How many of the others are set. */
  readonly set: number;
  readonly children: ComponentChildren;
}

const PHONE = "(max-width: 48rem)";

export function Filters({ search, set, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(!matchMedia(PHONE).matches);
  return (
    <search class="filters">
      {search}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{set === 0 ? texts.filters.title : say(texts.filters.some, { n: set })}</summary>
        <div class="choices">{children}</div>
      </details>
    </search>
  );
}
