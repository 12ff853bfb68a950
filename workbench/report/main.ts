/**
 * The script of the page that `quarry report` writes. Without scripts, the page contains the same
 * information.
 * @module
 */

import { liveCharts } from "./charts.ts";
import { liveFlames } from "./flames.ts";
import { copyButtons } from "./queries.ts";
import { openTargets } from "./targets.ts";
import { liveTables } from "./tables.ts";

copyButtons();
liveTables();
liveCharts();
liveFlames();
openTargets();
