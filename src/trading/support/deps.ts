/** The dependencies of the endpoints and jobs of support. */
import type { TicketStore } from "./store.ts";

export interface TicketDeps {
  readonly tickets: TicketStore;
}

export interface SupportContactDeps {
  readonly supportContact: { readonly email: string; readonly responseTimeHours: number };
}
