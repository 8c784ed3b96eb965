/** Commands of the program, as an operator types them where it is installed. */
import { about } from "./about.ts";

/** The words before each command: `npx tripod`, `docker compose exec tripod tripod`. */
export function programWords(): string {
  return about.value?.command ?? "tripod";
}

/** @param words of the command, without the program: `registry keys rotate` */
export function typed(words: string): string {
  return `${programWords()} ${words}`;
}
