/** Whether this process may sign a user in without a password: only one that was started with `--demo`. */

export class DemoDoor {
  #uid: number | undefined;

  /** Opens the door for the demo's user. */
  open(uid: number | undefined): void {
    this.#uid = uid;
  }

  /** Undefined outside a demo, and where its user is not the one that `--demo` has made. */
  get uid(): number | undefined {
    return this.#uid;
  }
}
