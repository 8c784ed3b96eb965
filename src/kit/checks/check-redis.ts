import { askRedis } from "../bus/redis.ts";

/** @throws UserError when the Redis that the settings name does not answer; its password is in no sentence. */
export async function checkRedis(url: string): Promise<string> {
  return `${await askRedis(url)} answers`;
}
