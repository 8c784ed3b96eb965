/** An operator's `UserError` is, over HTTP, a refusal of the caller's input. */
import type { AppError } from "./catalogue.ts";
import { UserError } from "./user-error.ts";

/** @throws what `refusal` makes of the sentence of a `UserError`; everything else as it is. */
export async function refuseMistakes<Result>(
  refusal: (fields: { readonly reason: string }) => AppError,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UserError ? refusal({ reason: error.message }) : error;
  }
}
