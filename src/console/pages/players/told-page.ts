import { useEffect } from "preact/hooks";

/** Tells the page what one of its parts has loaded, for the heading. A part that is closed takes it back. */
export function useToldPage<Value>(value: Value | undefined, tell: (value: Value | undefined) => void): void {
  useEffect(() => tell(value), [value]);
  useEffect(() => () => tell(undefined), []);
}
