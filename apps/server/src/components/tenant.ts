/** The tenant that a request's header names, as Grafana's services read it. */

const MAX_LENGTH = 150;
const TENANT = /^[a-zA-Z0-9!\-_.*'()]*$/;

/**
 * One tenant, or none when the header names several or something that is no tenant. What stands behind a colon is a part
 * of a tenant, which does not count.
 */
export function tenantOf(header: string | readonly string[] | undefined): string {
  if (typeof header !== "string") return "";
  const names = header.split("|").map((one) => one.split(":")[0]!);
  const first = names[0]!;
  if (!TENANT.test(first) || first.length > MAX_LENGTH || first === "." || first === "..") return "";
  return names.every((name) => name === first) ? first : "";
}
