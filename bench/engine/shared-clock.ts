/** Milliseconds by a clock that all processes of a machine share and that never goes back. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
