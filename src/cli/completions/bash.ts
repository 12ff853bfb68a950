/**
 * Completion for bash, from version 3.2 on.
 * @module
 */

import {
  type CommandSpec,
  type CompletionPlace,
  type OptionSpec,
  optionSpellings,
  quoteForPosixShell,
} from "./spec.ts";

/**
 * The functions that do not depend on the commands. A suggestion continues the typed text, inside its quotes.
 * A single suggestion gets a dummy next to it, because bash would otherwise close the quote. When bash only
 * shows a list, it shows the last words, which are easier to read than whole queries.
 */
const FUNCTIONS = `_quarry_words() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

_quarry_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$2"))
}

_quarry_query() {
  local word=\${COMP_WORDS[COMP_CWORD]} first=1 typed whole label detail rest
  local wholes=() labels=()
  while IFS=$'\\t' read -r whole label detail; do
    if [[ $first ]]; then
      first= typed=$whole
      continue
    fi
    rest=\${whole:\${#typed}}
    case $word in
      \\'*) [[ $rest == *\\'* ]] && continue ;;
      \\"*) rest=$(printf %s "$rest" | sed 's/[\\\\"$\`]/\\\\&/g') ;;
      *) [[ $rest ]] && printf -v rest %q "$rest" ;;
    esac
    wholes+=("$2$rest")
    labels+=("$label")
  done < <("$1" complete "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  compopt -o nospace -o nosort 2>/dev/null
  if [[ $COMP_TYPE == 63 && \${#wholes[@]} -gt 1 ]]; then
    COMPREPLY=("\${labels[@]}")
  elif [[ \${#wholes[@]} == 1 ]]; then
    COMPREPLY=("\${wholes[0]}" "\${wholes[0]} ")
  else
    COMPREPLY=("\${wholes[@]}")
  fi
}`;

/** Generates the completion script. */
export function bashScript(specs: readonly CommandSpec[]): string {
  const names = specs.map(({ command }) => command.name);
  const query = specs.find(({ command }) => command.name === "query")!;
  return `# Completion of quarry for bash. In ~/.bashrc: eval "$(quarry completions bash)"

${FUNCTIONS}

_quarry() {
  local cur=$2 at=$COMP_CWORD prev joined=
  # bash takes --mode=json for three words, and func:main too.
  if [[ \${COMP_WORDS[at]} == [:=]* ]]; then
    cur=
    ((at++))
  fi
  while [[ $at -gt 2 && \${COMP_WORDS[at - 1]} == [:=]* ]]; do
    ((at -= 2))
    if [[ \${COMP_WORDS[at]} == -* ]]; then
      ((at++))
      joined=1
      break
    fi
  done
  prev=\${COMP_WORDS[at - 1]}
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 && $cur != -* ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W ${quoteForPosixShell(names.join("\n"))} -- "$cur") $(compgen -f -- "$cur"))
    return
  fi
  case \${COMP_WORDS[1]} in
${specs.map((spec) => bashCommandCase(spec.command.name, spec)).join("")}${bashCommandCase("*", query)}  esac
}

complete -F _quarry quarry
`;
}

function bashCommandCase(pattern: string, { command, options, operands }: CommandSpec): string {
  const values = options.filter(({ value }) => value !== undefined);
  const flags = options.flatMap(({ option }) => optionSpellings(option)).join("\n");
  const lines = [
    ...(values.length === 0 ? [] : ["case $prev in", ...values.map(valueCase), "esac"]),
    ...(flags === ""
      ? []
      : [`[[ $cur == -* ]] && { _quarry_words ${quoteForPosixShell(flags)} "$cur"; return; }`]),
    // After the name of a tool come the tool's own options and files.
    ...(command.raw ? ['[[ $COMP_CWORD -gt 2 ]] && { _quarry_files -f "$cur"; return; }'] : []),
    reply(operands),
    ";;",
  ];
  return `    ${pattern})\n${lines.map((line) => `      ${line}\n`).join("")}`;
}

function valueCase({ option, value }: OptionSpec): string {
  const only = option.bare === undefined ? "" : "[[ $joined ]] && ";
  return `  ${optionSpellings(option).join(" | ")}) ${only}{ ${reply(value!)}; return; } ;;`;
}

const REPLIES = {
  files: '_quarry_files -f "$cur"',
  folders: '_quarry_files -d "$cur"',
  query: '_quarry_query "$1" "$cur"',
  other: ":",
};

function reply(place: CompletionPlace): string {
  if (place.kind !== "words") return REPLIES[place.kind];
  return `_quarry_words ${quoteForPosixShell(place.words.map(({ word }) => word).join("\n"))} "$cur"`;
}
