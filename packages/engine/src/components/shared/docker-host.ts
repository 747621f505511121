/** The address of Docker's engine, an argument of several components. */
import { type CheckReport, socketAddressField } from "../../schema/field.ts";

export const dockerHostField = socketAddressField({
  use: "read",
  doc: "Address of Docker's engine: `unix:///var/run/docker.sock`, or `tcp://host:2375`.",
  required: true,
  example: '"unix:///var/run/docker.sock"',
});

const ADDRESS = /^unix:\/\/\/.+|^(?:tcp|http):\/\/(?:\[[^\]]+\]|[^:/[\]]+)(?::\d{1,5})?\/?$/;

export function checkDockerHost({ host }: { readonly host: string }, report: CheckReport): void {
  if (!ADDRESS.test(host))
    report.error(
      "docker-host",
      `${JSON.stringify(host)} is not an address such as "unix:///var/run/docker.sock" or "tcp://localhost:2375"`,
      "host",
    );
}
