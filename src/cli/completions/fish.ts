/**
 * Completion for fish.
 * @module
 */

import {
  type CommandSpec,
  type CompletionPlace,
  type CompletionWord,
  type OptionSpec,
  optionSpellings,
} from "./spec.ts";

/**
 * The functions that do not depend on the commands. A single suggestion gets a dummy next to it, because fish
 * would otherwise close the quote.
 */
const FUNCTIONS = `function __quarry_query
    set -l words (commandline -opc)
    set -l lines ($words[1] complete (commandline -cp | string collect) 2>/dev/null)
    for line in $lines[2..-1]
        set -l parts (string split \\t -- $line)
        printf '%s\\t%s\\n' $parts[1] $parts[3]
    end
    if test (count $lines) -eq 2
        set -l parts (string split \\t -- $lines[2])
        printf '%s \\t%s\\n' $parts[1] 'and more'
    end
end

function __quarry_is
    set -l words (commandline -opc)
    set -l command query
    if contains -- "$words[2]" $__quarry_commands
        set command $words[2]
    end
    test $command = $argv[1]
end`;

/** Generates the completion script. */
export function fishScript(specs: readonly CommandSpec[]): string {
  const names = specs.map(({ command }) => command.name);
  const first = specs.map(({ command: { name, summary } }) =>
    `complete -c quarry -n 'test (count (commandline -opc)) -eq 1' -a ${name} -d ${quoteForFish(summary)}\n`
  );
  return `# Completion of quarry for fish. In ~/.config/fish/config.fish: quarry completions fish | source

set -g __quarry_commands ${names.join(" ")}

${FUNCTIONS}

complete -c quarry -e
${first.join("")}${specs.map(commandLines).join("")}`;
}

function commandLines({ command, options, operands }: CommandSpec): string {
  const condition = `__quarry_is ${command.name}`;
  const lines = options.map((each) => optionLine(condition, each));
  if (operands.kind === "words") {
    const second = command.raw ? `${condition}; and test (count (commandline -opc)) -eq 2` : condition;
    lines.push(`complete -c quarry -n ${quoteForFish(second)} -f -a ${fishWordList(operands.words)}\n`);
  } else if (operands.kind === "other") lines.push(`complete -c quarry -n ${quoteForFish(condition)} -f\n`);
  return lines.join("");
}

function optionLine(condition: string, { option, value }: OptionSpec): string {
  const names = optionSpellings(option).map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name[1]}`
  );
  const parts = ["complete -c quarry", `-n ${quoteForFish(condition)}`, ...names];
  // An option whose value is optional takes it only after `=`, but fish would take the next word.
  if (value !== undefined) parts.push(...(option.bare === undefined ? valueFlags(value) : ["-f"]));
  return `${parts.join(" ")} -d ${quoteForFish(option.summary)}\n`;
}

const VALUE_FLAGS = {
  files: ["-r", "-F"],
  folders: ["-x", "-a", quoteForFish("(__fish_complete_directories)")],
  query: ["-x", "-k", "-a", quoteForFish("(__quarry_query)")],
  other: ["-x"],
};

function valueFlags(place: CompletionPlace): string[] {
  return place.kind === "words" ? ["-x", "-a", fishWordList(place.words)] : VALUE_FLAGS[place.kind];
}

/**
 * Formats a list of words with explanations. fish expands it once more, so each word is quoted again inside
 * the quotes.
 */
function fishWordList(words: readonly CompletionWord[]): string {
  return quoteForFish(
    words.map(({ word, summary }) => summary === "" ? word : quoteForFish(`${word}\t${summary}`)).join(" "),
  );
}

function quoteForFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
