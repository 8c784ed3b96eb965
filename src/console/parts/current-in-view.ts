/** On a phone, tabs are one row that moves sideways: the one that is shown is moved into view. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** @param current names the tab that is shown: the row moves when it changes */
export function useCurrentInView(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && here) row.current.scrollLeft = here.offsetLeft - row.current.offsetLeft;
  }, [current]);
  return row;
}
