/** What keeps the process from serving; empty when it is ready. @throws Error when nothing answers. */
export async function readiness(signal: AbortSignal): Promise<readonly string[]> {
  const answer = await fetch("/ready", { signal });
  if (answer.ok) return [];
  const { error } = (await answer.json()) as { readonly error: string };
  return [error];
}
