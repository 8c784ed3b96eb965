/** As many of those who came and went as the lookup answers at a time. */
export const MOST_STAYS = 1_000;
