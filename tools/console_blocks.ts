/**
 * Blocks of documents that show commands and their output.
 * @module
 */

/** The commands of a block. A command continues after a backslash, and until its quotes are closed. */
export function typedCommands(block: string): string[] {
  return [...block.matchAll(/^\$ ((?:[^'"\\\n]|\\\n|'[^']*'|"[^"]*")*)$/gm)].map(([, command]) => command!);
}

/** Words of a command line, with quotes resolved. */
export function commandWords(line: string): string[] {
  return [...line.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((
    [, single, double, bare],
  ) => single ?? double ?? bare!);
}
