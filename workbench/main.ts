/**
 * The page of `quarry serve`.
 * @module
 */

import { watchConnection } from "./api.ts";
import { showWorkbench } from "./app.ts";

await showWorkbench();
watchConnection();
