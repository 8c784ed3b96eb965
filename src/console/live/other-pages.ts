/**
 * The other pages of this browser. They share the cookies of its sessions: who signs in or out in one page has done so in all
 * of them.
 */
import type { Answer } from "../../../clients/typescript/src/send.ts";

const NAME = "tripod.sessions";

const CHANGES: ReadonlySet<string> = new Set([
  "sessions.login",
  "sessions.demoLogin",
  "sessions.logout",
  "sessions.closeAccount",
  "sessions.beginSession",
  "sessions.endSession",
  "sessions.finishOpenid",
  "sessions.pollGithubDevice",
]);

type Observe = (operation: string, answer: Answer) => void;

/** A session that tells the other pages when it begins and when it ends. */
export function toldSession<Session extends { readonly observe?: Observe }>(session: Session): Session {
  const observe: Observe = (operation, answer) => {
    session.observe?.(operation, answer);
    if (CHANGES.has(operation) && !isUnfinished(answer)) tellOtherPages();
  };
  return { ...session, observe };
}

/** A sign-in that takes several questions answers null until it is finished. */
function isUnfinished({ body }: Answer): boolean {
  return (body as { readonly caller?: unknown }).caller === null;
}

/** One for sending and hearing: this page does not hear itself. */
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

function tellOtherPages(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches pages of this origin only
  channel().postMessage("changed");
}

/** Calls `changed` when another page of this browser has signed in or out. Answers what ends that. */
export function followOtherPages(changed: () => void): () => void {
  channel().addEventListener("message", changed);
  return () => channel().removeEventListener("message", changed);
}
