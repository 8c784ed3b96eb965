export const syncEndpoints = [] as const;
