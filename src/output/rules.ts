/**
 * Rules for existing files under the name of an output. All outputs follow this table, which the help shows.
 * @module
 */

/** The action taken. */
type OutputAction = "made" | "replaced" | "refused" | "followed" | "written in place";

/** A row of the table. */
export interface OutputRule {
  /** Describes what exists under the name. */
  readonly found: string;
  /** The action taken. */
  readonly action: OutputAction;
  /** The action with `--force`; absent if it is the same. */
  readonly forced?: OutputAction;
  /** Explanation of the action. */
  readonly words: string;
}

/** The rules by name. */
export const OUTPUT_RULES = {
  free: {
    found: "nothing",
    action: "made",
    words: "with the usual permissions of new files",
  },
  same: {
    found: "an empty file, or one of the same kind",
    action: "replaced",
    words: "keeps its permissions, and its owner if the system allows it",
  },
  other: {
    found: "a file of another kind, or a trace",
    action: "refused",
    forced: "replaced",
    words: "so that a typo such as --junit b.mtrc destroys no trace",
  },
  read: {
    found: "a file that Quarry is reading: trace, script, list, program",
    action: "refused",
    words: "also under another name: links, other spellings, /dev/fd/3",
  },
  link: {
    found: "a symbolic link to a file",
    action: "followed",
    words: "the link stays; the rules apply to its target",
  },
  lost: {
    found: "a symbolic link to nothing",
    action: "refused",
    words: "create its target, or remove the link",
  },
  folder: { found: "a folder", action: "refused", words: "name a file in it" },
  disk: { found: "a disk", action: "refused", words: "Quarry does not write to raw disks" },
  nowhere: {
    found: "no folder of this name",
    action: "refused",
    words: "only blobs creates its folder",
  },
  denied: {
    found: "a file or folder without write permission",
    action: "refused",
    words: "also a read-only file in a folder that may be written",
  },
  stream: {
    found: "-, /dev/stdout, a pipe, a terminal, a device, /dev/fd/3",
    action: "written in place",
    words: "as output arrives, until the end or an error",
  },
  full: {
    found: "a folder for blobs with files in it",
    action: "refused",
    forced: "replaced",
    words: "file by file: other files stay, links are replaced, not followed",
  },
} as const satisfies Record<string, OutputRule>;

/** Name of a rule. */
export type OutputRuleName = keyof typeof OUTPUT_RULES;

/** True if the rule permits the output. */
export function ruleAllows(name: OutputRuleName, force: boolean): boolean {
  const rule: OutputRule = OUTPUT_RULES[name];
  return (force ? rule.forced ?? rule.action : rule.action) !== "refused";
}
