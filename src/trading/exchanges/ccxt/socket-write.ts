/**
 * Knows when the library writes a request to a socket. Between the library's `fetch` and that moment a connection has
 * to be opened and, with a proxy, a tunnel: seconds in which an order may have become unwanted.
 */

/** The calls of the library's HTTP client while a request is in progress. */
interface ResponseHandler {
  onRequestStart?(...of: unknown[]): void;
  onRequestUpgrade?(...of: unknown[]): void;
  onResponseStart?(...of: unknown[]): unknown;
  onResponseData?(...of: unknown[]): unknown;
  onResponseEnd?(...of: unknown[]): unknown;
  onResponseError?(...of: unknown[]): void;
}

type Dispatch = (options: unknown, handler: ResponseHandler) => boolean;

/** The connections of the library's HTTP client. */
export interface HttpDispatcher {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): HttpDispatcher;
}

/**
 * The same connections. `beforeWrite` is called in the turn that writes a request to its socket. When it throws,
 * nothing is written, and the request fails with the same error.
 */
export function watchWrites(dispatcher: HttpDispatcher, beforeWrite: () => void): HttpDispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, watched(handler, beforeWrite)));
}

function watched(handler: ResponseHandler, beforeWrite: () => void): ResponseHandler {
  return {
    onRequestStart(...of) {
      beforeWrite();
      handler.onRequestStart?.(...of);
    },
    onRequestUpgrade: (...of) => handler.onRequestUpgrade?.(...of),
    onResponseStart: (...of) => handler.onResponseStart?.(...of),
    onResponseData: (...of) => handler.onResponseData?.(...of),
    onResponseEnd: (...of) => handler.onResponseEnd?.(...of),
    onResponseError: (...of) => handler.onResponseError?.(...of),
  };
}
