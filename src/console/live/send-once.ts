/** Sends a change again as the same change, where it is not known whether the first attempt arrived. */
import { useState } from "preact/hooks";
import { newIdempotencyKey } from "../../../clients/typescript/src/idempotency-key.ts";
import { TripodError } from "./clients.ts";

export type SendOnce = <Result>(
  params: object,
  send: (options: { readonly idempotencyKey: string }) => Promise<Result>,
) => Promise<Result>;

/**
 * After an attempt with an unknown outcome, the same parameters are sent with the same Idempotency-Key: then the server
 * answers what became of the first attempt. A refusal of the repeat says nothing about the first attempt, which may even be
 * running still, so the key stays until the server has answered. With other parameters it is a new change.
 */
export function sendOnce(): SendOnce {
  let doubtful: { readonly about: string; readonly key: string } | undefined;
  return async (params, send) => {
    const about = JSON.stringify(params);
    if (doubtful?.about !== about) doubtful = undefined;
    const key = doubtful?.key ?? newIdempotencyKey();
    try {
      const result = await send({ idempotencyKey: key });
      doubtful = undefined;
      return result;
    } catch (error) {
      if (error instanceof TripodError && error.mayHaveHappened) doubtful = { about, key };
      throw error;
    }
  };
}

/** `sendOnce` as long as the part of the page is shown. */
export function useSendOnce(): SendOnce {
  const [sender] = useState(() => sendOnce());
  return sender;
}
