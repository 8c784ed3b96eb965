/** Refusals as Binance words them: a number, a sentence, and the HTTP status that they come with. */

export class BinanceError extends Error {
  override readonly name = "BinanceError";
  readonly status: number;
  readonly code: number;
  /** Further members of the answer, such as the two halves of a cancel-replace. */
  readonly data: object | undefined;

  constructor(status: number, code: number, message: string, data?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }

  get body(): object {
    return { code: this.code, msg: this.message, ...(this.data ? { data: this.data } : {}) };
  }
}

export const invalidSymbol = (): BinanceError => new BinanceError(400, -1121, "Invalid symbol.");
export const unknownOrderSent = (): BinanceError => new BinanceError(400, -2011, "Unknown order sent.");
export const orderDoesNotExist = (): BinanceError => new BinanceError(400, -2013, "Order does not exist.");
export const badSignature = (): BinanceError =>
  new BinanceError(400, -1022, "Signature for this request is not valid.");
export const badKeyFormat = (): BinanceError => new BinanceError(401, -2014, "API-key format invalid.");
export const badKey = (): BinanceError =>
  new BinanceError(401, -2015, "Invalid API-key, IP, or permissions for action.");
export const outsideWindow = (isAhead: boolean): BinanceError =>
  new BinanceError(
    400,
    -1021,
    isAhead
      ? "Timestamp for this request was 1000ms ahead of the server's time."
      : "Timestamp for this request is outside of the recvWindow.",
  );
export const filterFailure = (filter: string): BinanceError =>
  new BinanceError(400, -1013, `Filter failure: ${filter}`);
export const orderRejected = (why: string): BinanceError => new BinanceError(400, -2010, why);
export const missing = (name: string): BinanceError =>
  new BinanceError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
export const notRequired = (name: string): BinanceError =>
  new BinanceError(400, -1106, `Parameter '${name}' sent when not required.`);
export const illegalCharacters = (name: string, range: string): BinanceError =>
  new BinanceError(400, -1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
export const tooPrecise = (name: string): BinanceError =>
  new BinanceError(400, -1111, `Parameter '${name}' has too much precision.`);
