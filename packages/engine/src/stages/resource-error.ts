/**
 * Thrown by a stage's `create` when a file that its `resources` named is missing or unusable. It is the user's mistake,
 * not a bug of ours, but it shows only once the host has loaded the file, which is after the configuration was checked:
 * whoever builds a pipeline catches it and reports it as a diagnostic at the field.
 */
export class ResourceError extends Error {
  /** As the configuration names the file. */
  readonly path: string;
  /** The argument that names it. */
  readonly field: string;

  constructor(path: string, field: string, message: string) {
    super(message);
    this.name = "ResourceError";
    this.path = path;
    this.field = field;
  }
}
