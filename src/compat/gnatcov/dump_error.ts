/**
 * The original stops at the first thing wrong; this is how it says so.
 * @module
 */

/** The lines for standard error, each without the program's name. */
export class DumpError extends Error {
  override readonly name: string = "DumpError";
  /** What the original prints after `gnatcov: `. */
  readonly lines: readonly string[];

  /** One or more lines. */
  constructor(...lines: string[]) {
    super(lines[0] ?? "");
    this.lines = lines;
  }
}

/** What goes wrong before the entries gets a second line. It names a place in the original's source. */
export function headError(file: string, message: string): DumpError {
  return new DumpError(`${file}: ${message}`, `processing of trace file ${file} failed: outputs.adb:177`);
}
