/** Search over all services: `/` or Ctrl-K. Each service adds what it finds; pages of the console are found too. */
import { useEffect, useState } from "preact/hooks";
import { about } from "../live/about.ts";
import { useAsked } from "../live/asked.ts";
import { go } from "../live/place.ts";
import { useSettled } from "../live/settled.ts";
import { Show } from "../parts/states.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { texts } from "../say.ts";
import { findEverywhere, type Found } from "./find-everywhere.ts";

export function SearchBox() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      const isAsked = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping);
      if (!isAsked) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" class="search" onClick={() => setOpen(true)} aria-keyshortcuts="/ Control+K">
        {texts.search.open}
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [asked, setAsked] = useState("");
  const text = useSettled(asked);
  const services = about.value?.services.map(({ name }) => name) ?? [];
  const answer = useAsked((signal) => findEverywhere(text, services, signal), [text]);
  return (
    <Dialog title={texts.search.title} onClose={onClose}>
      <Field
        label={texts.search.label}
        type="search"
        autocomplete="off"
        autofocus
        value={asked}
        onInput={(event) => setAsked(event.currentTarget.value)}
      />
      {text !== "" && (
        <Show
          asked={answer}
          isEmpty={({ found, missing }) => found.length + missing.length === 0}
          empty={<p>{texts.search.nothing}</p>}
        >
          {({ found, missing }) => (
            <>
              <Results found={found} onClose={onClose} />
              {missing.map((sentence) => (
                <p key={sentence} class="faint">
                  {sentence}
                </p>
              ))}
            </>
          )}
        </Show>
      )}
    </Dialog>
  );
}

function Results({ found, onClose }: { readonly found: readonly Found[]; readonly onClose: () => void }) {
  return (
    <ul class="results">
      {found.map(({ to, title, kind }) => (
        <li key={to}>
          <a
            href={to}
            onClick={(event) => {
              event.preventDefault();
              onClose();
              go(to);
            }}
          >
            <span>{title}</span> <span class="faint">{kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
