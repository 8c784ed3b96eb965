/** Where servers of the platform stand. */
export const REGIONS = ["frankfurt", "london", "new-york", "singapore", "sydney", "tokyo"] as const;

export type Region = (typeof REGIONS)[number];
