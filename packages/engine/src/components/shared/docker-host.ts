/** The address of Docker's engine, and what lets one in there: arguments of several components. */
import { boolField, type CheckReport, type Fields, socketAddressField } from "../../schema/field.ts";
import { httpClientFields } from "./http-client.ts";

export const dockerHostField = socketAddressField({
  use: "read",
  doc: "Address of Docker's engine: `unix:///var/run/docker.sock`, `tcp://host:2375`, or an `http` or `https` URL without a path.",
  required: true,
  example: '"unix:///var/run/docker.sock"',
});

export const dockerClientFields = {
  ...httpClientFields,
  follow_redirects: boolField({
    doc: "Whether redirects are followed. Credentials, headers and the client certificate are not sent to another scheme, host or port.",
    default: true,
  }),
} satisfies Fields;

const ADDRESS = /^unix:\/\/\/.+|^(?:tcp|https?):\/\/(?:\[[^\]]+\]|[^:/[\]@]+)(?::\d{1,5})?\/?$/;

export function checkDockerHost({ host }: { readonly host: string }, report: CheckReport): void {
  if (!ADDRESS.test(host))
    report.error(
      "docker-host",
      `${JSON.stringify(host)} is not an address such as "unix:///var/run/docker.sock" or "tcp://localhost:2375"`,
      "host",
    );
}

/** What lets one in has no effect where the engine is reached otherwise than by HTTP or HTTPS. */
export function checkClientNeeded(host: string, isGiven: boolean, report: CheckReport): void {
  if (isGiven && !/^https?:/.test(host))
    report.warning(
      "docker-client",
      'the arguments of the HTTP client have an effect only where the host begins with "http://" or "https://"',
      "host",
    );
}
