import type { WireHeadline } from "../../src/serve/api_types.ts";
import { pageMark } from "./report_page.ts";

/** The file with the picture of the workbench, from the root of the repository. */
export const WORKBENCH_PICTURE = "docs/pictures/workbench.png";

/** The trace of the picture. */
export const WORKBENCH_TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** What of the workbench the picture depends on: how it looks, and what it says first. */
interface WorkbenchParts {
  readonly style: string;
  readonly headlines: readonly WireHeadline[];
}

/** What the picture carries to say which workbench it was made from. Names of traces are left out: they depend on the caller. */
export async function workbenchMark({ style, headlines }: WorkbenchParts): Promise<string> {
  const said = headlines.map(({ sentence, damage, picture, rows }) => ({ sentence, damage, picture, rows }));
  return await pageMark(`${style}\n${JSON.stringify(said)}`);
}
