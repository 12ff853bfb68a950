/**
 * Words to avoid in texts for people: messages, documents, doc comments and comments. `docs/dev/words.md` says which
 * word is used for what; words that readers stumbled over are added here.
 * @module
 */

/** Words to avoid, and what to write instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\/\*\* The same\b/, "a doc comment that can be read alone: it is shown in hovers"],
  [/\binside of\b/, '"inside"'],
  [
    /\b(?:is|was) no (?:number|text|trace|file|option|query|message|record|table|name|list)\b/,
    '"is not a …"',
  ],
  [/\bfor what is none\b/, '"for anything else"'],
  [/\b(?:question|query) (?:of|has) another shape\b/, '"this fast path does not apply"'],
  [/\bWho is told of\b/, '"Receives …"'],
  [/\b(?:Worth asking first|Typed in other tabs)\b/, '"Suggested queries", "History"'],
  [/\bwhat was there then\b/, '"what was live"'],
  [/\blets? you question\b/, '"answers questions about"'],
  [/\bas people (?:read|say|write) (?:it|them)\b/, '"in readable form", "in short form"'],
  [/\bas a person (?:sees|types|writes) (?:it|them)\b/, '"as a user sees it"'],
  [/\bwhat (?:became|came) of\b/i, '"the result of"'],
  [/^\s*(?:\*|\/\/|\/\*).*\banew\b|\b\w+(?:ed|s|made|built) anew\b/, '"again", "rebuilt", "fresh"'],
  [/^\s*(?:\*|\/\/|\/\*).*\b(?:undefined|null|empty) where\b/, '"if"'],
  [/(?:\/\*\*|\/\/) So many\b/, '"this many", or what is counted'],
  [/\bunless said\b/, '"by default"'],
  [/\bin no time\b/, '"quickly", "at once"'],
  [
    /(?:\bDeno\.test|\.step)\(\s*["`](?:what|who|that|where|of|when)\b/i,
    "a statement: what is true if the test passes",
  ],
  [/\b(?:[Aa]|[Tt]he) person\b/, '"the user"'],
  [/\b(?:go|goes|going) behind a row\b/, '"open a row"'],
  [/\bgives (?:its|the|their) memory back\b/, '"frees its memory"'],
  [/\bwhere --[\w-]+ does not say\b/, '"if --… is not given"'],
  [/\bNothing is understood of\b/, '"Cannot understand …"'],
  [/\/\*\* (?:Gives up|Says so)\. \*\//, "a doc comment that can be read alone"],
];

const ROOT = new URL("../../", import.meta.url);
const READ = [
  ...["src", "workbench", "tests", "tools", "docs"],
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "mod.ts"],
];
/** Written by tools, or by other people. */
const OTHERS =
  /node_modules|_bundle\.ts$|\.wasm\.ts$|src\/mcp\/sdk\.js$|src\/report\/script\.ts$|licenses\/texts\.ts$/;
/** This file, and the pages that list the words. */
const LISTS: readonly string[] = [
  "tools/gate/words.ts",
  ...["words", "words-sample", "words-pairs", "words-tests"].map((name) => `docs/dev/${name}.md`),
];

function* filesOf(path: string): Generator<string> {
  if (OTHERS.test(path) || LISTS.includes(path)) return;
  if (!Deno.statSync(new URL(path, ROOT)).isDirectory) {
    if (/\.(?:ts|md)$/.test(path)) yield path;
    return;
  }
  for (const { name } of Deno.readDirSync(new URL(path, ROOT))) yield* filesOf(`${path}/${name}`);
}

/** Lines with such a word, and what to write instead. */
function unusedWords(text: string): string[] {
  return text.split("\n").flatMap((line, at) =>
    WORDS.filter(([word]) => word.test(line.replace(/\b[Tt]here (?:is|was) no \w+/g, "")))
      .map(([word, instead]) => `${at + 1}: "${word.exec(line)?.[0]}": write ${instead}`)
  );
}

/** All such lines of the sources and the documents. */
export function checkWords(): string {
  return READ.flatMap((path) => [...filesOf(path)]).flatMap((path) =>
    unusedWords(Deno.readTextFileSync(new URL(path, ROOT))).map((line) => `${path}:${line}`)
  ).join("\n");
}
