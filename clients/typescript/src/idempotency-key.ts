/**
 * A new Idempotency-Key: 128 random bits. `crypto.randomUUID` does the same, but pages that came over plain HTTP lack it.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
