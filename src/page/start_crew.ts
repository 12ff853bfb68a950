/**
 * The program of the threads that help the engine of a page. They are workers of the engine's worker.
 * @module
 */

import "../memory/crew_worker.ts";
