/**
 * Completion for zsh.
 * @module
 */

import type { CommandOption } from "../command.ts";
import {
  type CommandSpec,
  type CompletionPlace,
  type CompletionWord,
  type OptionSpec,
  optionSpellings,
  quoteForPosixShell,
} from "./spec.ts";

/**
 * The completion function for queries, the same for all commands. The menu shows the last word of a query and
 * its explanation. The line is rebuilt from its words, because the open quote is missing from LBUFFER here.
 */
const QUERY_FUNCTION = `_quarry_query() {
  local first=1 whole label detail line="\${(j: :)words[1,CURRENT-1]} \${words[CURRENT]%"$SUFFIX"}"
  local -a wholes shown
  while IFS=$'\\t' read -r whole label detail; do
    if [[ -n $first ]]; then
      first=
      continue
    fi
    wholes+=("$whole")
    shown+=("\${(r:24:)label} $detail")
  done < <("\${(e)_quarry_program}" complete "$line" 2>/dev/null)
  compadd -l -S '' -V query -d shown -a wholes
}`;

/** Generates the completion script. */
export function zshScript(specs: readonly CommandSpec[]): string {
  const commands = specs.map(({ command: { name, summary } }) => ({ word: name, summary }));
  const query = specs.find(({ command }) => command.name === "query")!;
  return `#compdef quarry
# Completion of quarry for zsh. In ~/.zshrc, after compinit: eval "$(quarry completions zsh)"

${QUERY_FUNCTION}

${describe("_quarry_commands", "command", commands)}
${specs.map(operandFunction).join("")}
_quarry() {
  local _quarry_program=$words[1]
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _alternative 'commands:command:_quarry_commands' 'files:file:_files'
    return
  fi
  case $words[2] in
${specs.map((spec) => zshCommandCase(spec.command.name, spec, "shift words; (( CURRENT-- ))")).join("")}${
    zshCommandCase("*", query)
  }  esac
}

if [[ $funcstack[1] == _quarry ]]; then
  _quarry "$@"
else
  compdef _quarry quarry
fi
`;
}

function describe(name: string, what: string, words: readonly CompletionWord[]): string {
  const lines = words.map(({ word, summary }) =>
    `    ${quoteForPosixShell(`${word.replaceAll(":", "\\:")}${summary === "" ? "" : `:${summary}`}`)}\n`
  );
  return `${name}() {
  local -a words=(
${lines.join("")}  )
  _describe ${what} words
}
`;
}

function operandFunction({ command, operands }: CommandSpec): string {
  return operands.kind === "words" ? describe(`_quarry_${command.name}`, "name", operands.words) + "\n" : "";
}

function zshCommandCase(pattern: string, spec: CommandSpec, before?: string): string {
  const { command, operands } = spec;
  const action = operands.kind === "words" ? `_quarry_${command.name}` : actionOf(operands);
  const places = command.raw
    ? [quoteForPosixShell(`1:name:${action}`), quoteForPosixShell("*:file:_files")]
    : [
      ...spec.options.flatMap(optionSpecs),
      quoteForPosixShell(`*:${operands.kind === "files" ? "file" : "name"}:${action}`),
    ];
  return `    ${pattern})
${before === undefined ? "" : `      ${before}\n`}      _arguments -s -S \\
${places.map((place) => `        ${place}`).join(" \\\n")}
      ;;
`;
}

function optionSpecs({ option, value }: OptionSpec): string[] {
  const names = optionSpellings(option);
  const excludes = option.many ? "*" : names.length > 1 ? `(${names.join(" ")})` : "";
  return names.map((name) =>
    quoteForPosixShell(
      `${excludes}${name}${signOf(option, name)}[${escape(option.summary)}]${valueSpec(option, value)}`,
    )
  );
}

function signOf({ value, bare }: CommandOption, name: string): string {
  if (value === undefined) return "";
  if (bare !== undefined) return "=-";
  return name.startsWith("--") ? "=" : "+";
}

function valueSpec({ value, bare }: CommandOption, place: CompletionPlace | undefined): string {
  if (place === undefined) return "";
  return `${bare === undefined ? ":" : "::"}${escape(value!.toLowerCase())}:${actionOf(place)}`;
}

const ACTIONS = { files: "_files", folders: "_files -/", query: "_quarry_query", other: "" };

function actionOf(place: CompletionPlace): string {
  return place.kind === "words" ? `(${place.words.map(({ word }) => word).join(" ")})` : ACTIONS[place.kind];
}

function escape(text: string): string {
  return text.replace(/[\\:[\]]/g, "\\$&");
}
