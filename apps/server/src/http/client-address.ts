/** Whom a connection counts for. */
import { isIPv6, type Socket } from "node:net";

/** An address without what marks one of IPv4 among those of IPv6. */
export const plainAddress = (address = ""): string => (address.startsWith("::ffff:") ? address.slice(7) : address);

/** Groups of an address of IPv6 that are one network: whoever has one of its addresses has them all. */
const NETWORK_GROUPS = 4;

/** What all connections of one client have in common: its address, of IPv6 the network (/64) that it is in. */
export function clientKey(address: string | undefined): string {
  const plain = plainAddress(address).replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  while (groups.length + after.length < 8 && plain.includes("::")) groups.push("0");
  return `${[...groups, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** A connection, by what its client has of it: the same for what speaks by TLS on it. */
export const connectionKey = ({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string =>
  `${remoteAddress} ${remotePort}`;
