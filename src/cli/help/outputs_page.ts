/**
 * The page on files that are written: who writes them, what is replaced, and what is left behind.
 * @module
 */

import { OUTPUT_RULES, type OutputRule } from "../../output/rules.ts";
import { dotCommands } from "../../repl/dot/registry.ts";
import { type Command, EXIT } from "../command.ts";
import { nameList, section, wrap } from "./layout.ts";
import { EXIT_WORDS } from "./list_pages.ts";

/** The page. */
export function outputsPage(title: string, commands: readonly Command[]): string {
  return `${title}:
${nameList([...commands.flatMap(writersOf), ...dotWriters(), HISTORY])}
${
    wrap(
      "A file is written beside its place, and gets its name when it is whole and the system has stored it. When " +
        "something goes wrong before that (a full disk, Ctrl-C, SIGTERM, kill -9) what was there before is still " +
        "there. All outputs follow these rules:",
    )
  }${section("What is found under the name", rules())}
${
    wrap(
      "--force is an option of the commands, and stands in front of the file at the prompt: .once --force FILE. The " +
        "kind of a file is told by its first bytes. fmt and the history replace what they have read; the stand-ins " +
        "behind quarry as replace files of any kind, as the original tools do. A file that is replaced is a new one: " +
        "other hard links to the old one keep what was in it.",
    )
  }${
    section(
      "What is left behind",
      wrap(
        "A program that is killed by kill -9, or by a machine that stops, leaves .quarry-PID-START-N.new, .add or " +
          ".blobs: the process, the milliseconds at which it began, a count. Who writes into that folder next removes " +
          "them, unless their writer lives: it holds a lock on them. File systems without locks keep them.",
        2,
      ),
    )
  }${section("Spreadsheets", wrap(SPREADSHEETS, 2))}${section("Exit codes", exitCodes())}`;
}

const SPREADSHEETS =
  "export writes every text of a trace as it is, so that programs find it again. A spreadsheet computes texts that " +
  "begin with = + - @, a tab or a carriage return: names of Objective-C, and whatever a hostile program has put " +
  "there. --spreadsheet writes ' in front of such texts in csv and tsv; numbers stay numbers. Without it, a warning " +
  "says so when a file has some.";
const HISTORY = ["history of the prompt", "a line for each entry; nobody else can read it"] as const;

function writersOf({ name, writes = [] }: Command): (readonly [string, string])[] {
  return writes.map(([how, what]) => [`${name} ${how}`, what] as const);
}

function dotWriters(): (readonly [string, string])[] {
  return dotCommands.flatMap(({ name, usage, writes }) =>
    writes === undefined ? [] : [[`.${name} ${usage}`, writes] as const]
  );
}

function rules(): string {
  return Object.values<OutputRule>(OUTPUT_RULES).map(({ found, action, forced, words }) => {
    const happens = forced === undefined ? action : `${action}, with --force ${forced}`;
    return wrap(found, 2) + wrap(`${happens}: ${words}`, 6);
  }).join("");
}

function exitCodes(): string {
  return nameList([
    [String(EXIT.failed), EXIT_WORDS.failed],
    [String(EXIT.ok), "also when whoever reads a pipe has left: it has what it wanted"],
    [String(EXIT.interrupted), EXIT_WORDS.interrupted],
    ["143", "ended by SIGTERM"],
  ]);
}
