/** Live, paper and simulated money: each has a word, a colour and a border of its own, on every page where money moves. */
import type { ComponentChildren } from "preact";
import type { MoneyKind } from "../live/money-kind.ts";
import { texts } from "../say.ts";

const T = texts.money;

/** Nothing as long as the kind is not known. */
export function MoneyBadge({ kind }: { readonly kind: MoneyKind | undefined }) {
  if (kind === undefined) return null;
  return (
    <span class={`money ${kind}`} title={T[kind].meaning}>
      {T[kind].word}
    </span>
  );
}

interface MoneyFrameProps {
  readonly kind: MoneyKind;
  /** The heading within. */
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page that is about money of one kind. */
export function MoneyFrame({ kind, title, actions, children }: MoneyFrameProps) {
  return (
    <section class={`panel money-frame ${kind}`}>
      <header class="panel-head">
        <h2>
          {title} <MoneyBadge kind={kind} />
        </h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
