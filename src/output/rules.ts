/**
 * What becomes of what is found under the name of an output. All outputs follow this table, and help shows it.
 * @module
 */

/** What is done. */
type OutputAction = "made" | "replaced" | "refused" | "followed" | "written in place";

/** One line of the table. */
export interface OutputRule {
  /** What is found under the name. */
  readonly found: string;
  /** What is done with it. */
  readonly action: OutputAction;
  /** What is done instead with `--force`; absent = the same. */
  readonly forced?: OutputAction;
  /** What that means. */
  readonly words: string;
}

/** Every case there is. */
export const OUTPUT_RULES = {
  free: {
    found: "nothing",
    action: "made",
    words: "with the permissions that every new file gets",
  },
  same: {
    found: "an empty file, or one of the kind that is written",
    action: "replaced",
    words: "it keeps its permissions, and its owner where the system lets it",
  },
  other: {
    found: "a file of another kind, or a trace",
    action: "refused",
    forced: "replaced",
    words: "a slip such as --junit b.mtrc costs no trace",
  },
  read: {
    found: "a file that this run reads: trace, script, list, program",
    action: "refused",
    words: "also under another name: links, other spellings, /dev/fd/3",
  },
  link: {
    found: "a symbolic link to a file",
    action: "followed",
    words: "the link stays, the file that it leads to is judged",
  },
  lost: {
    found: "a symbolic link that leads nowhere",
    action: "refused",
    words: "make the file it leads to, or remove the link",
  },
  folder: { found: "a folder", action: "refused", words: "name a file in it" },
  disk: { found: "a disk", action: "refused", words: "it is no place for a file" },
  nowhere: {
    found: "no folder where the file should be",
    action: "refused",
    words: "only blobs makes its folder",
  },
  denied: {
    found: "a file or folder that may not be written",
    action: "refused",
    words: "a read-only file is not replaced, though its folder would allow it",
  },
  stream: {
    found: "-, /dev/stdout, a pipe, a terminal, a device, /dev/fd/3",
    action: "written in place",
    words: "as it comes, until the end or an error",
  },
  full: {
    found: "a folder for blobs with files in it",
    action: "refused",
    forced: "replaced",
    words: "file by file: others stay, links are replaced and not followed",
  },
} as const satisfies Record<string, OutputRule>;

/** Name of a rule. */
export type OutputRuleName = keyof typeof OUTPUT_RULES;

/** True when the table lets an output go on. */
export function allows(name: OutputRuleName, force: boolean): boolean {
  const rule: OutputRule = OUTPUT_RULES[name];
  return (force ? rule.forced ?? rule.action : rule.action) !== "refused";
}
