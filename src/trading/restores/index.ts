/** The door of restores: what a platform does after a backup was restored. */
export { holdBack, type HeldBack } from "./hold-back.ts";
