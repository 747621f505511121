/** IP literals in brackets, as Go's netip.ParseAddr checks them: an IPv6 address, with a zone or not. */
import { quote } from "../values/quote.ts";

/** What is wrong with the host of `[host]`, in Go's words; undefined when it is an IPv6 address. */
export function checkIpv6(text: string): string | undefined {
  const problem = (message: string, at = ""): string =>
    `invalid host: ParseAddr(${quote(text)}): ${message}${at === "" ? "" : ` (at ${quote(at)})`}`;
  const first = /[.:%]/.exec(text)?.[0];
  if (first === undefined) return problem("unable to parse IP");
  if (first === "%") return problem("missing IPv6 address");
  if (first === ".") {
    const wrong = checkIpv4Fields(text);
    return wrong ? problem(...wrong) : "invalid IP-literal";
  }
  const percent = text.indexOf("%");
  if (percent === text.length - 1) return problem("zone must be a non-empty string");
  const wrong = checkIpv6Fields(percent < 0 ? text : text.slice(0, percent));
  return wrong && problem(...wrong);
}

/** A message and the rest of the text that it is about. */
type Problem = [message: string, at?: string];

function checkIpv6Fields(address: string): Problem | undefined {
  let rest = address;
  let hasGap = rest.startsWith("::");
  if (hasGap) rest = rest.slice(2);
  if (hasGap && rest === "") return undefined;
  let bytes = 0;
  while (bytes < 16) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0].length ?? 0;
    if (digits > 4) return ["each group must have 4 or less digits", rest];
    if (digits === 0) return ["each colon-separated field must have at least one digit", rest];
    if (rest[digits] === ".") {
      if (!hasGap && bytes !== 12)
        return ["embedded IPv4 address must replace the final 2 fields of the address", rest];
      if (bytes + 4 > 16) return ["too many hex fields to fit an embedded IPv4 at the end of the address", rest];
      const wrong = checkIpv4Fields(rest);
      if (wrong) return wrong;
      rest = "";
      bytes += 4;
      break;
    }
    bytes += 2;
    rest = rest.slice(digits);
    if (rest === "") break;
    if (rest[0] !== ":") return ["unexpected character, want colon", rest];
    if (rest.length === 1) return ["colon must be followed by more characters", rest];
    rest = rest.slice(1);
    if (rest[0] !== ":") continue;
    if (hasGap) return ["multiple :: in address", rest];
    hasGap = true;
    rest = rest.slice(1);
    if (rest === "") break;
  }
  if (rest !== "") return ["trailing garbage after address", rest];
  if (bytes < 16 && !hasGap) return ["address string too short"];
  if (bytes === 16 && hasGap) return ["the :: must expand to at least one field of zeros"];
  return undefined;
}

function checkIpv4Fields(text: string): Problem | undefined {
  let value = 0;
  let digits = 0;
  let dots = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char >= "0" && char <= "9") {
      if (digits === 1 && value === 0) return ["IPv4 field has octet with leading zero"];
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) return ["IPv4 field has value >255"];
    } else if (char === ".") {
      if (i === 0 || i === text.length - 1 || text[i - 1] === ".")
        return ["IPv4 field must have at least one digit", text.slice(i)];
      if (dots === 3) return ["IPv4 address too long"];
      dots++;
      value = 0;
      digits = 0;
    } else return ["unexpected character", text.slice(i)];
  }
  return dots < 3 ? ["IPv4 address too short"] : undefined;
}
