/** The tenant: the label that carries it through pipelines, and the header that carries it between services, as Grafana's read it. */
export { TENANT_LABEL } from "@sluice/engine";

/** In lower case, as the platform gives the names of headers. */
export const TENANT_HEADER = "x-scope-orgid";

const MAX_LENGTH = 150;
const TENANT = /^[a-zA-Z0-9!\-_.*'()]*$/;

/**
 * One tenant, or none when the header names several or something that is not a tenant. What follows a colon is a part of
 * a tenant, which does not count.
 */
export function tenantOf(header: string | readonly string[] | undefined): string {
  if (typeof header !== "string") return "";
  const names = header.split("|").map((one) => one.split(":")[0]!);
  const first = names[0]!;
  if (!TENANT.test(first) || first.length > MAX_LENGTH || first === "." || first === "..") return "";
  return names.every((name) => name === first) ? first : "";
}
