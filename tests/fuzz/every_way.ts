/** Reads everything of a recording that is read from its file, and compares the answers of different ways. */
import { assert, assertEquals } from "@std/assert";
import { FormatError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { ask, type Cell } from "../questions/apitrace/asking.ts";

/** Maximum number of arguments requested by name. */
const MOST_NAMES = 5;

/** Results of the comparison. */
export interface Asked {
  /** Whether the recording was refused as a whole. */
  readonly refused: boolean;
  /** Calls of all its traces. */
  readonly calls: number;
  /** Problems that were reported. */
  readonly problems: number;
}

/** Only the program's own errors may escape from here. */
export async function askEveryWay(file: Uint8Array): Promise<Asked> {
  const session = new Session();
  let loaded: Awaited<ReturnType<typeof load>>;
  try {
    const reopen = () => Promise.resolve(sourceOf(file));
    loaded = await load(sourceOf(file, 1 << 14), session.pools, { name: "t", format: "apitrace", reopen });
  } catch (error) {
    assert(error instanceof FormatError, `${error}`);
    return { refused: true, calls: 0, problems: 0 };
  }
  session.add(tracesOf(loaded, "t"));
  let calls = 0;
  let problems = 0;
  for (const { name, trace } of session.traces) {
    calls += await queryOneTrace(session, name);
    problems += trace.problems.length;
  }
  session.closeAll();
  return { refused: false, calls, problems };
}

/** Queries one trace by its escaped name. */
async function queryOneTrace(session: Session, trace: string): Promise<number> {
  const of = `of ${JSON.stringify(trace)}`;
  const calls = await ask(session, `calls ${of} | select no, args, ret, normal, redundant`);
  const args = await ask(
    session,
    `args ${of} | select no, arg, position, type, value, number, unsigned, bytes`,
  );
  const byCall = Map.groupBy(args, ([no]) => no);
  assertEquals(byCall.size <= calls.length, true);
  for (const [no, text, returned] of calls) {
    let from = 0;
    for (const [, arg, position, , value] of byCall.get(no!) ?? []) {
      if (position === null && arg === "return") {
        if (!returned?.toString().startsWith('"')) assertShows(returned, value, `return of call ${no}`);
        continue;
      }
      const at = String(text ?? "").indexOf(String(value), from);
      assert(at >= 0, `call ${no}: ${value} is not in ${text}`);
      from = at + String(value).length;
    }
  }
  const open = session.traces.find(({ name }) => name === trace)!;
  const names = open.trace.familyWords?.get("calls.arg")?.names ?? [];
  for (const name of names.filter((each) => /^[\w ]+$/.test(each)).slice(0, MOST_NAMES)) {
    await askArgument(session, of, name, byCall);
  }
  return calls.length;
}

/** Texts are quoted in one way and not in the other. */
function assertShows(actual: Cell | undefined, expected: Cell | undefined, what: string): void {
  if (String(expected).startsWith('"') || actual === undefined) return;
  assertEquals(actual, expected, what);
}

async function askArgument(
  session: Session,
  of: string,
  name: string,
  byCall: ReadonlyMap<Cell | undefined, readonly Cell[][]>,
): Promise<void> {
  const shown = JSON.stringify(name);
  const columns = ["arg", "text", "signed", "unsigned", "float", "f32", "u8", "bytes", "chars"]
    .map((family) => `${family}(${shown})`).join(", ");
  for (const [no, , text, signed, unsigned] of await ask(session, `calls ${of} | select no, ${columns}`)) {
    const given = (byCall.get(no) ?? []).filter(([, arg]) => arg === name);
    // A function may have two arguments of one name: the name refers to the first.
    if (given.length !== 1 || text === null) continue;
    const [, , position, , value, number, plain] = given[0]!;
    if (name === "return" && position !== null) continue;
    assertShows(text, value, `${name} of call ${no}`);
    assertEquals([signed, unsigned], [number, plain], `${name} of call ${no}`);
  }
  try {
    await ask(session, `calls ${of} | where number(${shown}) > 1 | sort number(${shown}) | count`);
  } catch (error) {
    assert(String(error).includes("no type holds both"), `${error}`);
  }
  await ask(session, `calls ${of} | where arg(${shown}) > 1 or arg(${shown}) == "a" | count`);
}
