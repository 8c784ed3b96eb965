import { AppError } from "../../kit/errors/catalogue.ts";
import { UserError } from "../../kit/errors/user-error.ts";

/** The platform's refusals, as a command shows them. */
export async function refusalsAsText<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new UserError(`${error.message}.`, { cause: error });
    throw error;
  }
}
