/**
 * Source files below one folder. Paths come out of traces: whatever they say, nothing outside the folder is read.
 * @module
 */

/** What reading sources needs of the world. */
export interface SourceFiles {
  /** The folder, as the system names it: without links. */
  readonly folder: string;
  /** The real path of a file, without links; throws where there is none. */
  realPath(path: string): Promise<string>;
  /** A text file; throws for anything else: it may be a pipe, for which one would wait. */
  read(path: string): string;
}

/**
 * The lines of a file that a trace names: the compiler's path is looked for below the folder, with all its parts and then
 * with fewer from the left, since a program is seldom built where its sources are now. Null where there is none.
 */
export async function sourceLines(
  files: SourceFiles,
  file: string,
): Promise<{ readonly path: string; readonly lines: readonly string[] } | null> {
  const parts = file.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  // A part that goes up could leave the folder; what it meant is not known here.
  if (parts.includes("..") || parts.some((part) => part.includes("\0"))) {
    parts.splice(0, parts.lastIndexOf("..") + 1);
  }
  for (let from = 0; from < parts.length; from++) {
    const path = `${files.folder}/${parts.slice(from).join("/")}`;
    const real = await files.realPath(path).catch(() => null);
    // A link may lead out of the folder.
    if (real === null || !real.startsWith(files.folder + "/")) continue;
    let text: string;
    try {
      text = files.read(real);
    } catch {
      continue;
    }
    return { path: real.slice(files.folder.length + 1), lines: text.replace(/\n$/, "").split(/\r?\n/) };
  }
  return null;
}
