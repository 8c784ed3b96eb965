/** Opens the database for an admin command of the players service. */
import type { Platform } from "../../kit/platform.ts";
import { withPlatform as withPlatformOf } from "../with-platform.ts";

export async function withPlatform<Result>(
  work: (platform: Platform) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { playersSettings } = await import("../../players/config.ts");
  return withPlatformOf(playersSettings, work, signal);
}
