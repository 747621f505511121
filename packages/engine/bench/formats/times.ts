/** Times as programs print them. */
import { type Nanos, SECOND } from "@sluice/languages/base";
import { SHORT_MONTHS } from "@sluice/languages/gotime";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const two = (value: number): string => String(value).padStart(2, "0");

/**
 * `at` as `layout` says: `%Y %y %m %d %e %b %a %H %M %S` as in C, `%3` to `%9` a fraction of that many digits, `%s` the seconds
 * since 1970, `%z` and `%:z` the zone. `zone`: minutes east of Greenwich.
 */
export function formatTime(at: Nanos, layout: string, zone = 0): string {
  const date = new Date(Number(at / 1_000_000n) + zone * 60_000);
  const fraction = String(at % SECOND).padStart(9, "0");
  const sign = zone < 0 ? "-" : "+";
  const [hours, minutes] = [two(Math.floor(Math.abs(zone) / 60)), two(Math.abs(zone) % 60)];
  const parts: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    e: String(date.getUTCDate()).padStart(2),
    b: SHORT_MONTHS[date.getUTCMonth()]!,
    a: DAYS[date.getUTCDay()]!,
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    s: String(at / SECOND),
    z: `${sign}${hours}${minutes}`,
    ":z": `${sign}${hours}:${minutes}`,
  };
  return layout.replaceAll(/%(\d|:z|[a-zA-Z])/g, (whole, name: string) =>
    /\d/.test(name) ? fraction.slice(0, Number(name)) : (parts[name] ?? whole),
  );
}
