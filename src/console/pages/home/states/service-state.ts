/** What the home page says of a service. */
import type { Tone } from "../../../parts/badge.tsx";

/** Where the user goes on: a page of the console, or a command of the program. */
export type NextStep =
  | { readonly kind: "page"; readonly to: string; readonly title: string }
  | { readonly kind: "command"; readonly command: string };

/** Something that is wrong. */
export interface Finding {
  readonly tone: Exclude<Tone, "good">;
  readonly says: string;
  readonly next?: NextStep;
}

/** One of the first steps of a new installation, or of a new user. It is gone when it is done. */
export interface FirstStep {
  readonly title: string;
  readonly why: string;
  readonly next: readonly NextStep[];
}

export interface ServiceState {
  /** What is there, in sentences. */
  readonly sentences: readonly string[];
  readonly findings: readonly Finding[];
  readonly steps: readonly FirstStep[];
}

export function page(to: string, title: string): NextStep {
  return { kind: "page", to, title };
}

/** @param text without the program: `registry token --read` */
export function command(text: string): NextStep {
  return { kind: "command", command: text };
}
