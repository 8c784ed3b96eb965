/** A link that data brings along: to the web only, and without telling where the reader comes from. */
import type { ComponentChildren } from "preact";

interface OuterLinkProps {
  readonly href: string;
  /** Default: the address. */
  readonly children?: ComponentChildren;
}

/** An address of another kind, such as `javascript:`, is shown as text. */
export function OuterLink({ href, children = href }: OuterLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}
