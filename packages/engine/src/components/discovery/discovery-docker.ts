/** `discovery.docker`: containers as targets. */
import { MINUTE } from "@sluice/languages/base";
import { block, boolField, durationField, intField, stringField, stringListField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkClientNeeded, checkDockerHost, dockerClientFields, dockerHostField } from "../shared/docker-host.ts";
import { checkHttpClient, httpClientBlocks } from "../shared/http-client.ts";

export const discoveryDocker = defineComponent({
  name: "discovery.docker",
  alias: "discovery.docker",
  summary:
    "Finds the containers of Docker's engine and exports them as targets, one for each network and TCP port of a container, with the labels `__meta_docker_container_id`, `…_container_name`, `…_container_label_<name>`, `…_network_name`, `…_port_private` and the like, and `__address__`. While the engine cannot be reached, the previous targets stay.",
  graphKind: "source",
  runs: "server",
  exports: { targets: "targets" },
  fields: {
    host: dockerHostField,
    port: intField({ doc: "Port in `__address__` of containers without a port of their own.", default: 80 }),
    host_networking_host: stringField({
      holds: "address",
      doc: "The `__address__` of containers in host network mode.",
      default: "localhost",
    }),
    match_first_network: boolField({
      doc: "Use only the first network, by name, of a container with several.",
      default: true,
    }),
    refresh_interval: durationField({ doc: "Pause between two lists of the containers.", default: MINUTE }),
    ...dockerClientFields,
  },
  blocks: {
    filter: block({
      doc: "A filter of the engine's API: which containers it lists.",
      occurs: "many",
      fields: {
        name: stringField({ holds: "name", doc: "Name of the filter.", required: true, example: '"label"' }),
        values: stringListField({ holds: "text", doc: "Its values.", required: true, example: '["logs=yes"]' }),
      },
    }),
    ...httpClientBlocks,
  },
  check(args, report, given) {
    checkDockerHost(args, report);
    checkHttpClient(args, report, given);
    const { bearer_token, bearer_token_file, proxy_url, http_headers } = args;
    const isGiven =
      `${bearer_token}${bearer_token_file}${proxy_url}` !== "" ||
      http_headers.size > 0 ||
      args.proxy_from_environment ||
      (Object.keys(httpClientBlocks) as (keyof typeof httpClientBlocks)[]).some(given);
    checkClientNeeded(args.host, isGiven, report);
    if (args.refresh_interval <= 0n)
      report.error("refresh-interval", "refresh_interval must be greater than zero", "refresh_interval");
  },
  example: `discovery.docker "all" {
  host = "unix:///var/run/docker.sock"
}

logs.source.docker "all" {
  host       = "unix:///var/run/docker.sock"
  targets    = discovery.docker.all.targets
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
