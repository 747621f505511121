/** `logs.source.docker`: the logs of containers. */

import { MINUTE } from "@sluice/languages/base";
import {
  block,
  durationField,
  logsReceiversField,
  relabelRulesField,
  stringMapField,
  targetsField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkClientNeeded, checkDockerHost, dockerClientFields, dockerHostField } from "../shared/docker-host.ts";
import { checkHttpClient, httpClientBlocks } from "../shared/http-client.ts";
import { noLonger } from "../shared/outside.ts";
import { thing } from "../shared/things.ts";

export const logsSourceDocker = defineComponent({
  name: "logs.source.docker",
  alias: "loki.source.docker",
  summary:
    "Follows the logs of containers through the API of Docker's engine, resumes after a restart where delivery stopped, and retries when a connection breaks off. An entry has the time that the engine gives its line. `relabel_rules` see labels of targets that begin with `__`, and `__meta_docker_container_log_stream` (`stdout` or `stderr`); afterwards these are removed. Of several targets for one container the first counts.",
  outside: {
    of: ({ host }) => [thing(`the containers of ${host}`)],
    gone: (things) => noLonger("read")(things, true),
    remembers: true,
  },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    host: dockerHostField,
    targets: targetsField({
      use: "read",
      doc: "The containers: the label `__meta_docker_container_id` says which.",
      required: true,
      example: "discovery.docker.all.targets",
    }),
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({
      holds: "text",
      doc: "Labels of every entry, unless the target has them.",
      default: new Map(),
    }),
    relabel_rules: relabelRulesField({
      doc: "Rules that change the labels of entries; what they drop is left out.",
      example: "logs.relabel.containers.rules",
    }),
    refresh_interval: durationField({
      doc: "Longest pause before a log that broke off, or a container that stopped, is retried.",
      default: MINUTE,
    }),
  },
  blocks: {
    http_client_config: block({
      doc: "How an engine is reached by HTTP or HTTPS; without effect for `unix://` and `tcp://`.",
      occurs: "optional",
      fields: dockerClientFields,
      blocks: httpClientBlocks,
      check: checkHttpClient,
    }),
  },
  check(args, report, given) {
    checkDockerHost(args, report);
    checkClientNeeded(args.host, given("http_client_config"), report);
    if (args.refresh_interval <= 0n)
      report.error("refresh-interval", "refresh_interval must be greater than zero", "refresh_interval");
  },
  example: `discovery.docker "all" {
  host = "unix:///var/run/docker.sock"
}

logs.relabel "containers" {
  forward_to = []

  rule {
    source_labels = ["__meta_docker_container_name"]
    regex         = "/(.*)"
    target_label  = "container"
  }
}

logs.source.docker "all" {
  host          = "unix:///var/run/docker.sock"
  targets       = discovery.docker.all.targets
  relabel_rules = logs.relabel.containers.rules
  labels        = { job = "docker" }
  forward_to    = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
