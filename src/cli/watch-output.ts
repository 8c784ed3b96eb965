/** Output that cannot be written: its error would end the command in the middle of its work, with a stack trace. */
import pc from "picocolors";
import { codeOf } from "../kit/errors/code-of.ts";

/**
 * Listens to both outputs for as long as the process lives. A reader that has seen enough, as in `tripod ... | head`, is
 * no failure. A disk that is full is one: the command goes on, says that what it shows is lost, and ends with 1.
 */
export function watchOutput(): void {
  let hasFailed = false;
  process.stdout.on("error", (error) => {
    // Each later write fails too, in its own way.
    if (hasFailed) return;
    hasFailed = true;
    const code = codeOf(error);
    if (code === "EPIPE") return;
    process.exitCode = 1;
    process.stderr.write(
      `${pc.red("error:")} Standard output cannot be written (${code ?? "unknown"}). What the command shows is lost; ` +
        "what it changes is done.\n",
    );
  });
  process.stderr.on("error", () => undefined);
}
