import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

// Watch thread of the reading process, because the main thread may run native code that never returns. Kills the
// process if the server has exited or if it uses too much memory. It reacts faster than the server, which may be busy,
// and works the same on every system. It has almost no imports, because every document waits for it.
const [lifeline = NaN, residentBytes = NaN] = process.argv.slice(2).map(Number);
const end = () => process.kill(process.pid, 'SIGKILL');

new Socket({ fd: lifeline }).on('error', end).on('close', end).resume();
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytes) end();
}, 25);
parentPort?.postMessage('watching');
