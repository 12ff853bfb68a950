/**
 * The error at which the original stops, with its message.
 * @module
 */

/** Lines for standard error, each without the program's name. */
export class DumpError extends Error {
  override readonly name: string = "DumpError";
  /** What the original prints after `gnatcov: `. */
  readonly lines: readonly string[];

  /** Creates an error with one or more lines. */
  constructor(...lines: string[]) {
    super(lines[0] ?? "");
    this.lines = lines;
  }
}

/**
 * Creates an error before the entries, which has a second line that names a position in the original's
 * source.
 */
export function headError(file: string, message: string): DumpError {
  return new DumpError(`${file}: ${message}`, `processing of trace file ${file} failed: outputs.adb:177`);
}
