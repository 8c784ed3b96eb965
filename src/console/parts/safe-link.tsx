/** A link to another site whose address came with data: only http and https are followed, and the site does not learn from where. */
import type { ComponentChildren } from "preact";
import { isWebAddress } from "./web-address.ts";

interface SafeLinkProps {
  readonly to: string;
  /** Default: the address. */
  readonly children?: ComponentChildren;
}

export function SafeLink({ to, children = to }: SafeLinkProps) {
  if (!isWebAddress(to)) return <>{children}</>;
  return (
    <a href={to} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}
