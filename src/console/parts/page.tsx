/** The head of a page: its heading, which takes the focus when the page opens, and what can be done there. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { say, texts } from "../say.ts";

export interface PageHeadProps {
  readonly title: string;
  /** Links and buttons beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page that was opened with the console keeps the focus where the browser has it. */
let isFirst = true;

export function Page({ title, actions, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = say(texts.shell.documentTitle, { title });
  }, [title]);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: PageHeadProps) {
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
