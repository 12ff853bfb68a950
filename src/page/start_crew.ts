/**
 * Entry point of the helper threads of a page's engine. The engine runs in a worker itself and starts them.
 * @module
 */

import "../memory/crew_worker.ts";
