/** A key that does something wherever the focus is. Only keys that write nothing, such as `F8`: others are for typing. */
import { useEffect, useRef } from "preact/hooks";

export function useShortcut(key: string | undefined, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (key === undefined) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [key]);
}
