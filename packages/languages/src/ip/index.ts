/**
 * IP addresses as Go's `net.ParseIP` reads them: no leading zeros in dotted fields, no zones, an IPv4 address at the end
 * of an IPv6 one allowed. IPv4 addresses mapped into IPv6 (`::ffff:192.0.2.1`) are IPv4 addresses, as Go treats them.
 */

/** The address's bytes, four or sixteen; undefined when `text` is none. */
export function parseIp(text: string): Uint8Array | undefined {
  // The first of these characters decides, and a long text cannot be an address.
  if (text.length > MAX_LENGTH) return undefined;
  const colon = text.indexOf(":");
  const dot = text.indexOf(".");
  if (colon < 0 || (dot >= 0 && dot < colon)) return parseIpv4(text);
  const bytes = parseIpv6(text);
  return bytes !== undefined && isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** `0000:0000:0000:0000:0000:0000:255.255.255.255` */
const MAX_LENGTH = 45;
const ZERO = 48;

function parseIpv4(text: string): Uint8Array | undefined {
  const fields = text.split(".");
  if (fields.length !== 4) return undefined;
  const bytes = new Uint8Array(4);
  for (let i = 0; i < 4; i++) {
    const value = readOctet(fields[i]!);
    if (value < 0) return undefined;
    bytes[i] = value;
  }
  return bytes;
}

/** A number up to 255 without leading zeros, or -1. */
function readOctet(field: string): number {
  const { length } = field;
  if (length === 0 || length > 3 || (length > 1 && field.charCodeAt(0) === ZERO)) return -1;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = field.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value > 255 ? -1 : value;
}

function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = readGroups(halves[0]!, halves.length === 1);
  const tail = halves.length === 2 ? readGroups(halves[1]!, true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const known = head.length + tail.length;
  // A gap replaces at least one group.
  if (halves.length === 1 ? known !== 8 : known > 7) return undefined;
  const bytes = new Uint8Array(16);
  for (const [i, group] of head.entries()) setGroup(bytes, i, group);
  for (const [i, group] of tail.entries()) setGroup(bytes, 8 - tail.length + i, group);
  return bytes;
}

function setGroup(bytes: Uint8Array, at: number, group: number): void {
  bytes[at * 2] = group >> 8;
  bytes[at * 2 + 1] = group & 255;
}

const GROUP = /^[0-9a-fA-F]{1,4}$/;

/** The 16-bit groups of one side of a gap; the last field may be an IPv4 address where `endsAddress`. */
function readGroups(text: string, endsAddress: boolean): number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const fields = text.split(":");
  for (const [i, field] of fields.entries()) {
    if (GROUP.test(field)) groups.push(Number.parseInt(field, 16));
    else {
      const ipv4 = endsAddress && i === fields.length - 1 ? parseIpv4(field) : undefined;
      if (ipv4 === undefined) return undefined;
      groups.push((ipv4[0]! << 8) | ipv4[1]!, (ipv4[2]! << 8) | ipv4[3]!);
    }
  }
  return groups;
}

function isMapped(bytes: Uint8Array): boolean {
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return false;
  return bytes[10] === 255 && bytes[11] === 255;
}
