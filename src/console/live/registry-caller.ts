/** Who is signed in to the registry, and what the token behind the session allows. */
import { signal, type Signal } from "@preact/signals";
import type { Caller } from "../../../clients/typescript/src/registry.ts";
import { covers } from "../../kit/text/name-pattern.ts";
import { registry } from "./clients.ts";
import { failureOf, needsSignIn } from "./failure.ts";

export type RegistryCaller = Caller;
export type RegistryAction = Caller["permissions"][number]["action"];

/** `undefined` until it is known; `null` without a session. */
export const registryCaller: Signal<RegistryCaller | null | undefined> = signal(undefined);

/** Reads the session again. Call it after a sign-in, a sign-out, a 401, and when the session's time is over. */
export async function readRegistryCaller(): Promise<void> {
  try {
    const { signed_in, renewable } = await registry.sessions.listLogins();
    // Where the token has expired, the client renews the session before it answers.
    registryCaller.value = signed_in || renewable ? await registry.sessions.getCaller() : null;
  } catch (error) {
    if (needsSignIn(failureOf(error))) registryCaller.value = null;
    // A server that does not answer says nothing about the session.
    else registryCaller.value ??= null;
  }
}

/** Whether a permission of the caller covers an action on a server. The registry itself decides; this only hides what it would refuse. */
export function mayDo(caller: RegistryCaller, action: RegistryAction, name: string): boolean {
  return caller.permissions.some((each) => each.action === action && covers(each.resource, name));
}

/** Whether the pages for operators are the caller's to use. */
export function isRegistryAdmin({ permissions }: RegistryCaller): boolean {
  return permissions.some(({ action }) => action === "admin");
}

/** When the browser must sign in again, in milliseconds since 1970. */
export function sessionEndMs({ session, expires_at }: RegistryCaller): number {
  return (session?.ends_at ?? expires_at) * 1_000;
}
