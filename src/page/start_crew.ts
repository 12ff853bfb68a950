/**
 * The program of the threads that help the engine of a page, in workers of its own worker.
 * @module
 */

import "../memory/crew_worker.ts";
