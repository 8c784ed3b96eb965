/** The door of users' rows, for areas that count or write to what belongs to a user. It is below all of them. */
export { holdOpenAccount } from "./sql/hold-open-account.ts";
export { lockUser } from "./sql/lock-user.ts";
