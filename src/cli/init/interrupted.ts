/** The person who set Tripod up has given up with Ctrl-C. */
import { UserError } from "../../kit/errors/user-error.ts";

/** As shells report a program that SIGINT has ended. */
export const INTERRUPTED_EXIT_CODE = 130;

export class Interrupted extends UserError {
  override readonly exitCode = INTERRUPTED_EXIT_CODE;

  constructor() {
    super("Stopped. Nothing was set up.");
  }
}
