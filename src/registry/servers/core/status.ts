/** The states of a server's version and the changes between them. */

/** Every state of a version; each may follow each other one, in both directions. */
export const SERVER_STATUSES = ["active", "deprecated", "deleted"] as const;

/** `deleted` hides a version from readers who do not ask for deleted ones. */
export type ServerStatus = (typeof SERVER_STATUSES)[number];

export type StatusDecision =
  | {
      readonly kind: "change";
      readonly status: ServerStatus;
      /** The status to store; null clears the old message. */
      readonly statusMessage: string | null;
      /** False when only the message differs: the time of the last change of status then stays. */
      readonly statusChanged: boolean;
    }
  | { readonly kind: "refused"; readonly why: "noChange" | "messageOnActive" };

/**
 * Decides what a request for a status does to a version. The message belongs to the status: one that the request leaves
 * out (or sends empty) is cleared, and `active` takes none. Refuses a request that would change neither.
 */
export function decideStatusChange(
  current: { readonly status: ServerStatus; readonly statusMessage: string | null },
  wanted: { readonly status: ServerStatus; readonly statusMessage?: string | null | undefined },
): StatusDecision {
  const statusMessage = wanted.statusMessage || null;
  if (wanted.status === "active" && statusMessage !== null) return { kind: "refused", why: "messageOnActive" };
  const statusChanged = wanted.status !== current.status;
  if (!statusChanged && statusMessage === current.statusMessage) return { kind: "refused", why: "noChange" };
  return { kind: "change", status: wanted.status, statusMessage, statusChanged };
}
