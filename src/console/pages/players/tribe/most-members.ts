/** As many members, and as many stays, as the lookup answers at a time. */
export const MOST_MEMBERS = 1_000;
