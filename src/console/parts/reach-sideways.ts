/** A part that scrolls sideways is reached by keyboard, so that the arrow keys move it. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** @param name what screen readers call the part while it can have the focus: while its content is wider than itself */
export function useReachSideways(name: string): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const part = frame.current;
    if (!part) return;
    const look = (): void => {
      // The focus would be lost if these were taken away and given again.
      const isWide = part.scrollWidth > part.clientWidth;
      if (isWide === part.hasAttribute("tabindex")) return;
      for (const [attribute, value] of [
        ["tabindex", "0"],
        ["role", "group"],
        ["aria-label", name],
      ] as const) {
        if (isWide) part.setAttribute(attribute, value);
        else part.removeAttribute(attribute);
      }
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(part);
    for (const child of part.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [name]);
  return frame;
}
