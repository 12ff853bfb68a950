/**
 * What the page of `quarry report` can do where scripts run. Without it the page says the same.
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
