/** A market by its service code, with suggestions while it is typed. */
import { useEffect, useId, useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useSettled } from "../../../live/settled.ts";
import { Field } from "../../../parts/field.tsx";
import { filteredRows, rowsOf } from "../../../live/market-rows.ts";

const SUGGESTED = 20;

interface MarketFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (code: string) => void;
}

export function MarketField({ label, value, onChoose }: MarketFieldProps) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  const list = useId();
  const listed = useAsked(async (signal) => rowsOf(await trading.market.listSymbols({}, { signal })), []);
  useEffect(() => setTyped(value), [value]);
  const rows = listed.value ?? [];
  const found = filteredRows(rows, { search: settled, exchange: "", quote: "", only: undefined }).slice(0, SUGGESTED);
  useEffect(() => {
    if (settled === "" || rows.some(({ code }) => code === settled)) onChoose(settled);
  }, [settled, listed.value]);
  return (
    <>
      <Field
        label={label}
        list={list}
        autocomplete="off"
        maxLength={80}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.toLowerCase())}
      />
      <datalist id={list}>
        {found.map(({ code, symbol }) => (
          <option key={code} value={code}>
            {symbol}
          </option>
        ))}
      </datalist>
    </>
  );
}
