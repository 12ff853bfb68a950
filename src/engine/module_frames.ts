/**
 * Counts the frames of each module of a session: how many there are, and how many have a name and a line.
 * @module
 */

import { UNKNOWN_FUNCTION } from "../events/code_place.ts";
import { queryForRows } from "./ask_rows.ts";
import type { Session } from "./session.ts";

/** Frame counts of one program or library. */
export interface ModuleFrames {
  /** Path as the trace gives it; empty if unknown. */
  readonly module: string;
  /** Build id, if a trace records it. */
  readonly buildId: string | undefined;
  /** Distinct frames over all backtraces. */
  frames: number;
  /** Frames with a function name. */
  named: number;
  /** Frames with a source line. */
  lines: number;
}

/** The modules of all backtraces, those with the most unnamed frames first. */
export async function moduleFrames(session: Session): Promise<ModuleFrames[]> {
  const { strings } = session.pools;
  const buildIds = await buildIdsOf(session);
  const modules = new Map<number, ModuleFrames>();
  for (const { trace } of session.traces) {
    const { stacks } = trace.pools;
    for (const id of trace.later?.namedFrames ?? stacks.heldFrames) {
      const frame = stacks.describeFrame(id);
      let found = modules.get(frame.module);
      if (!found) {
        const module = frame.module === 0 ? "" : strings.text(frame.module);
        found = { module, buildId: buildIds.get(module), frames: 0, named: 0, lines: 0 };
        modules.set(frame.module, found);
      }
      found.frames++;
      if (frame.func !== 0 && strings.text(frame.func) !== UNKNOWN_FUNCTION) found.named++;
      if (frame.line > 0) found.lines++;
    }
    await trace.later?.settle?.();
  }
  return [...modules.values()].sort((a, b) =>
    (b.frames - b.named) - (a.frames - a.named) || b.frames - a.frames || (a.module < b.module ? -1 : 1)
  );
}

/** Build ids of modules, for formats that record them. */
async function buildIdsOf(session: Session): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const columns = session.catalog.table("modules", null)?.columns.map(({ name }) => name) ?? [];
  if (!columns.includes("module") || !columns.includes("build")) return ids;
  await queryForRows(session, "modules | by module, build", (table) => {
    for (let row = 0; row < table.rowCount; row++) {
      const [module, build] = [table.value(row, 0), table.value(row, 1)];
      if (typeof module === "string" && typeof build === "string") ids.set(module, build);
    }
  });
  return ids;
}
