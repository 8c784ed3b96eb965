/** Under which name a developer's secret is sealed: it opens for no other account, and for no other key. */
export function developerRecord(ownerUid: number, key: string): string {
  return recordOfRow(`${ownerUid}/${key}`);
}

/** The same by the key of its row as text, `<uid>/<key>`. */
export function recordOfRow(id: string): string {
  return `trading.signal_developers/${id}`;
}
