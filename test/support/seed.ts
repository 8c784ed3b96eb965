/** What tests that draw cases begin with: the same in every run, unless a soak or a reader chooses another. */
export const SEED = Number(process.env["TRIPOD_TEST_SEED"] ?? 20_261_128);
