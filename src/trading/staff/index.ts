/** The door of staff: what they are told by mail. */
export { staffDesk } from "./sql/staff-desk.ts";
