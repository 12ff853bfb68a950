/**
 * Blocks of documents that show commands and what these print.
 * @module
 */

/** The commands of a block. One goes on after a backslash, and until its quotes are closed. */
export function typedCommands(block: string): string[] {
  return [...block.matchAll(/^\$ ((?:[^'"\\\n]|\\\n|'[^']*'|"[^"]*")*)$/gm)].map(([, command]) => command!);
}

/** Words of a command line, quotes resolved. */
export function commandWords(line: string): string[] {
  return [...line.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((
    [, single, double, bare],
  ) => single ?? double ?? bare!);
}
