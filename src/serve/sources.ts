/**
 * Reads source files below one folder. Paths come from traces, so whatever they contain, nothing outside the
 * folder may be read.
 * @module
 */

/** Access to the file system for reading sources. */
export interface SourceFiles {
  /** The folder with links resolved. */
  readonly folder: string;
  /** Returns the path of a file with links resolved; throws if the file does not exist. */
  realPath(path: string): Promise<string>;
  /** Reads a text file. Throws for anything else, such as a pipe, which could block. */
  read(path: string): string;
}

/**
 * Returns the lines of a file that a trace names. The path used by the compiler is tried below the folder,
 * first as a whole and then with fewer and fewer leading parts, because the program was probably built
 * elsewhere. Null if there is no such file.
 */
export async function sourceLines(
  files: SourceFiles,
  file: string,
): Promise<{ readonly path: string; readonly lines: readonly string[] } | null> {
  const parts = file.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  // A part ".." could lead out of the folder, and its meaning is unknown here.
  if (parts.includes("..") || parts.some((part) => part.includes("\0"))) {
    parts.splice(0, parts.lastIndexOf("..") + 1);
  }
  for (let from = 0; from < parts.length; from++) {
    const path = `${files.folder}/${parts.slice(from).join("/")}`;
    const real = await files.realPath(path).catch(() => null);
    // Skip links, which may lead out of the folder.
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
