/** Which network an address belongs to: what limits on addresses count by. */

/**
 * The address itself, or the first 64 bits of an IPv6 address: providers give each customer so many of these that a
 * limit on single addresses would have no effect (RFC 6177). An IPv4 address in the form of IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [before = "", after] = address.split("::", 2);
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const last = after === "" ? [] : after.split(":");
    // Two groups at once where the end is written as IPv4.
    const lastLength = last.length + (after.includes(".") ? 1 : 0);
    while (groups.length + lastLength < 8) groups.push("0");
    groups.push(...last);
  }
  const network = groups.slice(0, 4).map((group) => (Number.parseInt(group, 16) || 0).toString(16));
  return `${network.join(":")}::/64`;
}
