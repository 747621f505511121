/** `sluice import`: configurations of other programs as ours, with a report of what could not be carried over. */
import { ConfigFiles, type Diagnostic, exportConfig, importPromtail, openDocument, withTarget } from "@sluice/engine";
import type { Command } from "../command.ts";
import { fileName, readText } from "../config-file.ts";
import { readTargetOption } from "../target-option.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";
import { writeNew } from "../write-new.ts";

/** Bytes that are read of a file; the importer takes fewer. */
const MAX_BYTES = 4 * 1024 * 1024;

export const importCommand: Command = {
  help: `usage: sluice import [OPTIONS] [-o OUT [--force]] FILE

Prints a configuration that does what FILE does (- is standard input), and says on standard error what was not carried
over, what was kept that Alloy's own converter loses, and what is wrong: FILE:line:col: severity: message.

FILE is a configuration of Promtail in YAML: a whole one, scrape_configs or pipeline_stages alone, or Kubernetes
ConfigMaps, Secrets and values of Promtail's Helm chart with one inside.

      --from FORMAT  what FILE is; promtail, the only one there is, is the default
      --expand-env   Promtail runs with -config.expand-env=true: \${NAME} is a variable, \\\\ is \\, and $$ is $
      --no-expand-env
                     it runs without: \${NAME} is text
      --target TARGET
                     write what a release of Alloy takes (alloy@1.17, or another from 1.9 on), say what it does not
                     have or does otherwise, and name it in a comment // sluice:target
      --keep-metric-names
                     give metrics without a prefix Promtail's, promtail_custom_; Alloy's is loki_process_custom_
  -o, --output OUT   write the configuration to OUT, which must not be there
      --force        write OUT although it is there

Where there are errors, what could be understood is written all the same.
Exit codes: 0 done, 1 errors in FILE, or it cannot be read or OUT written, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      from: { type: "string" },
      "expand-env": { type: "boolean" },
      "no-expand-env": { type: "boolean" },
      target: { type: "string" },
      "keep-metric-names": { type: "boolean" },
      output: { type: "string", short: "o" },
      force: { type: "boolean" },
    });
    const file = onlyFile(positionals);
    if (values.from !== undefined && values.from !== "promtail")
      throw new UsageError(`--from ${values.from} is not known: it is promtail`);
    if (values.force && values.output === undefined) throw new UsageError("--force needs --output");
    if (values["expand-env"] && values["no-expand-env"])
      throw new UsageError("--expand-env and --no-expand-env exclude each other");
    const expandEnv = values["expand-env"] ? true : values["no-expand-env"] ? false : undefined;
    const target = readTargetOption(values.target);
    const text = await readText(file, { most: MAX_BYTES });
    const {
      text: imported,
      diagnostics,
      ok,
    } = importPromtail(text, {
      expandEnv,
      keepMetricNames: values["keep-metric-names"],
      target: target === "sluice" ? undefined : target,
    });
    const config = target === undefined || imported === "" ? imported : withTarget(imported, target);
    process.stderr.write(report(fileName(file), text, diagnostics));
    process.stderr.write(reportVersions(values.output ?? "<stdout>", config));
    if (!ok && isConfiguration(text))
      process.stderr.write(
        `${fileName(file)}: note: this is a configuration of Sluice or Alloy, which needs no import: give it to sluice run or validate as it is\n`,
      );
    if (values.output === undefined) process.stdout.write(config);
    else if (config !== "" || ok) await writeNew(values.output, config, values.force === true);
    return ok ? 0 : 1;
  },
};

/** Whether it is not YAML but what an import makes of it. */
const isConfiguration = (text: string): boolean => text.trim() !== "" && exportConfig(text, "logs").ok;

/** What the release that the result is for does not have, at its places in the result. */
function reportVersions(name: string, config: string): string {
  const { diagnostics } = openDocument(config, { purpose: "preview" });
  return report(
    name,
    config,
    diagnostics.filter(({ code }) => code === "alloy-version" || code === "alloy-stability"),
  );
}

/** One line for each, without the lines of the file: these may hold secrets. */
function report(name: string, text: string, diagnostics: readonly Diagnostic[]): string {
  const lines = ConfigFiles.one(name, text)
    .place(diagnostics)
    .map(({ file, line, column, severity, message }) => {
      const place = line === undefined ? file : `${file}:${line}:${column}`;
      return `${place}: ${severity}: ${message}\n`;
    });
  return lines.join("");
}
