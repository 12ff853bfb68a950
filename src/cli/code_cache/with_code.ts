/**
 * Runs the compiled program, from cached code if there is any, else from its modules.
 *
 * `tools/compile` also bundles most of the program into one script (`program_script.ts`), since V8 exports
 * and accepts compiled code only for scripts. Help and similar commands need only a part, and load faster
 * from modules.
 * @module
 */

import type { Script } from "node:vm";
import { isCommandName } from "../command_summaries.ts";
import { queryServer } from "../resident/client.ts";
import { codeFolder, isCachingDisabled } from "../user_folders.ts";
import { type CodeKey, readCode, writeCode } from "./cached_code.ts";
import { isModuleCommand } from "./module_commands.ts";

/**
 * Placeholders that `tools/compile` replaces with the script's address relative to this file, and its hash.
 */
const SCRIPT = "@script-of-the-program@";
const HASH = "@hash-of-the-program@";
/** Arguments without a command are usually a query. */
const USUAL = "query";

/** The exports of the script: `run_program.ts`. */
type ProgramModule = typeof import("../run_program.ts");
type Wrapped = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
  at: (file: string) => string,
  load: (file: string) => Promise<unknown>,
) => void;

/** The program loaded from the script, and a function to cache its code afterwards. */
interface LoadedScript {
  readonly program: ProgramModule;
  keep(): Promise<void>;
}

async function loadScript(): Promise<LoadedScript | undefined> {
  const [first = ""] = Deno.args;
  const host = { env: (name: string): string | undefined => Deno.env.get(name) };
  const folder = codeFolder(host);
  if (folder === undefined || isCachingDisabled(host) || Deno.args.includes("--no-cache")) return undefined;
  if (isModuleCommand(first) || isUnknownWord(first)) return undefined;
  const key: CodeKey = { folder, work: isCommandName(first) ? first : USUAL, program: HASH };
  const kept = await readCode(key);
  const address = new URL(SCRIPT, import.meta.url);
  const script: Script = new (process.getBuiltinModule("node:vm").Script)(Deno.readTextFileSync(address), {
    filename: "quarry.js",
    ...(kept ? { cachedData: kept.code } : {}),
  });
  const module = { exports: {} };
  const run: Wrapped = script.runInThisContext();
  run(
    module,
    module.exports,
    (name) => process.getBuiltinModule(name),
    (file) => new URL(file, address).href,
    (file) => import(new URL(file, address).href),
  );
  const program = module.exports as ProgramModule;
  return {
    program,
    keep: () => writeCode(key, script, script.cachedDataRejected === true ? undefined : kept),
  };
}

/** Whether a word is neither a command nor a file: the error message for it needs little of the program. */
function isUnknownWord(word: string): boolean {
  if (!/^\w+$/.test(word) || isCommandName(word)) return false;
  try {
    Deno.lstatSync(word);
    return false;
  } catch {
    return true;
  }
}

const answered = await queryServer(Deno.args, HASH);
if (answered !== undefined) Deno.exit(answered);
const found = await loadScript();
const code = await (found?.program ?? await import("../run_program.ts")).runProgram(HASH);
await found?.keep();
Deno.exit(code);
