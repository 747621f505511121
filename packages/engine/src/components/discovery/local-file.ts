/** `local.file`: the content of a file as a value for other components. */
import { MINUTE } from "@sluice/languages/base";
import { boolField, durationField, enumField, filePathField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";

export const localFile = defineComponent({
  name: "local.file",
  alias: "local.file",
  summary:
    "Exports the content of a file as text, such as a password for a writer, and exports it again whenever it changes. If the file cannot be read at the start, the configuration does not run. If it cannot be read later, the last content stays and the component is unhealthy.",
  graphKind: "source",
  runs: "server",
  exports: { content: "text" },
  fields: {
    filename: filePathField({ use: "read", doc: "The file, of 4 MiB at most.", required: true }),
    detector: enumField(
      [
        {
          value: "fsnotify",
          doc: "The file system reports changes; the file is also checked every `poll_frequency`.",
        },
        { value: "poll", doc: "The file is checked every `poll_frequency`." },
      ],
      { doc: "How changes are noticed.", default: "fsnotify" },
    ),
    poll_frequency: durationField({ doc: "Pause between two checks of the file.", default: MINUTE }),
    is_secret: boolField({
      doc: "The content is a secret: only arguments for secrets accept it, and it is not shown.",
      default: false,
    }),
  },
  check({ filename, poll_frequency }, report) {
    if (filename === "") report.error("file-name", "filename must not be empty", "filename");
    if (poll_frequency <= 0n) report.error("poll-frequency", "poll_frequency must be greater than 0", "poll_frequency");
  },
  example: `local.file "password" {
  filename  = "/etc/sluice/loki-password"
  is_secret = true
}

logs.write "out" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
    basic_auth {
      username = "sluice"
      password = local.file.password.content
    }
  }
}
`,
});
