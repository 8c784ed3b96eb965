/** The door of restores: what a platform does after the restore of a backup. */
export { holdBack, type HeldBack } from "./hold-back.ts";
