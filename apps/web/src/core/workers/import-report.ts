/** The report of an imported configuration, line by line. */

export interface ImportRemark {
  /** `error`: not in the result; `warning`: partly in it; `info`: in it, with a difference. */
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** From 1; undefined where it is about the whole file. */
  readonly line: number | undefined;
}

/** The origin of an imported configuration, and its names. */
export interface ConfigurationSource {
  /** What messages call the text. */
  readonly file: string;
  /** Of a document that it starts. */
  readonly name: string;
  /** What its history calls it. */
  readonly label: string;
  /** An untitled document that it is put into takes that name. */
  readonly renames: boolean;
}

/** An import that waits for the user's choice: where it goes, and for Promtail how that runs. */
export interface OfferedImport extends ImportReport {
  /** The program whose configuration it is. */
  readonly of: "Alloy" | "Promtail";
  /** The configuration that is taken. */
  readonly text: string;
  readonly as: ConfigurationSource;
}

/** How a configuration of Promtail is read. */
export interface ImportChoices {
  /** Whether it runs with `-config.expand-env=true`; undefined where nobody said. */
  readonly expandEnv: boolean | undefined;
  /** Metrics without a prefix get Promtail's. */
  readonly keepMetricNames: boolean;
}

export const NO_CHOICES: ImportChoices = { expandEnv: undefined, keepMetricNames: false };

export interface ImportReport extends ImportChoices {
  /** The file's name. */
  readonly name: string;
  /** What it said. */
  readonly source: string;
  readonly remarks: readonly ImportRemark[];
  /** Whether what the file means depends on how Promtail runs. */
  readonly dependsOnEnvironment: boolean;
  /** Whether names of metrics depend on `keepMetricNames`. */
  readonly hasPlainMetrics: boolean;
}

/** What a file holds. */
export type ReadConfiguration =
  | { readonly kind: "alloy" }
  /** Of Promtail: the text that does the same. */
  | ({ readonly kind: "promtail"; readonly text: string } & Pick<
      ImportReport,
      "remarks" | "dependsOnEnvironment" | "hasPlainMetrics"
    >)
  /** `why` completes a sentence that begins with the file's name. */
  | { readonly kind: "none"; readonly why: string };

/** Remarks by how bad they are. */
export function countRemarks(remarks: readonly ImportRemark[]): Readonly<Record<ImportRemark["severity"], number>> {
  const count = (severity: ImportRemark["severity"]) => remarks.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}
