/** A filter that stands in the address. */
import { useEffect, useRef, useState } from "preact/hooks";
import { go, query, withParams } from "./place.ts";
import { useSettled } from "./settled.ts";

/** The value in the address, `""` if there is none, and what sets it. "Back" passes over such changes. */
export function useParam(name: string): readonly [string, (value: string) => void] {
  return [query.value.get(name) ?? "", (value) => go(withParams({ [name]: value }), { replace: true })];
}

/** As `useParam`, for a text that is being typed: the address follows when it rests. First what is typed. */
export function useTypedParam(
  name: string,
): readonly [typed: string, setTyped: (value: string) => void, settled: string] {
  const [value, setValue] = useParam(name);
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  // The value that this field gave the address itself: it does not take the place of what was typed after it.
  const own = useRef(value);
  useEffect(() => {
    if (settled === value) return;
    own.current = settled;
    setValue(settled);
  }, [settled]);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setTyped(value);
  }, [value]);
  return [typed, setTyped, value];
}
