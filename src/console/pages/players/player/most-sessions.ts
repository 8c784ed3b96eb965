/** As many sessions as the lookup answers at a time. */
export const MOST_SESSIONS = 1_000;
