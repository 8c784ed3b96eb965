/** What is being typed, once it rests. */
import { useEffect, useState } from "preact/hooks";

const SETTLED_MS = 200;

/** The text without spaces around it, after nothing was typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
