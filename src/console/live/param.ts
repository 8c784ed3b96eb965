/** A filter that stands in the address. */
import { useEffect, useState } from "preact/hooks";
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
  useEffect(() => {
    if (settled !== value) setValue(settled);
  }, [settled]);
  useEffect(() => {
    if (value !== typed.trim()) setTyped(value);
  }, [value]);
  return [typed, setTyped, value];
}
