import type { WireHeadline } from "../../src/serve/api_types.ts";
import { pageMark } from "./report_page.ts";

/** The file with the picture of the workbench, from the root of the repository. */
export const WORKBENCH_PICTURE = "docs/pictures/workbench.png";

/** The trace of the picture. */
export const WORKBENCH_TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** The parts of the workbench that the picture depends on: its style, and its first texts. */
interface WorkbenchParts {
  readonly style: string;
  readonly headlines: readonly WireHeadline[];
}

/**
 * The mark of a picture that identifies its workbench. Names of traces are left out, since they depend on the caller.
 */
export async function workbenchMark({ style, headlines }: WorkbenchParts): Promise<string> {
  const said = headlines.map(({ sentence, damage, picture, rows }) => ({ sentence, damage, picture, rows }));
  return await pageMark(`${style}\n${JSON.stringify(said)}`);
}
