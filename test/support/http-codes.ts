/** Codes that any endpoint of a service may answer: those of the HTTP layer and of authentication. */
export const REGISTRY_HTTP_CODES = [
  "http.badRequest",
  "http.invalidBody",
  "http.invalidQuery",
  "http.nulInPath",
  "http.nulInQuery",
  "http.unsupportedMediaType",
  "tokens.invalid",
  "tokens.malformed",
  "tokens.missing",
];

export const PLAYERS_HTTP_CODES = [
  "http.badUrl",
  "http.invalidInput",
  "http.nulByte",
  "http.unsupportedMediaType",
  "keys.expired",
  "keys.inQuery",
  "keys.insufficientScope",
  "keys.malformed",
  "keys.missing",
  "keys.unknown",
];

/** Input, the path, the body and the key; see \`docs/generated/errors/\`. */
export const TRADING_HTTP_CODES = [
  "1440",
  "2300",
  "2502",
  "2503",
  "2504",
  "2506",
  "2000",
  "2001",
  "2010",
  "2011",
  "2012",
  "2100",
  // Rights of the key or session, which are judged before an operation runs.
  "2430",
];
