import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

// A thread of the reading process, since its main thread may be in native code that never returns. It ends the process
// when the server is gone, or when it takes too much memory: nearer to it than the server, which may be busy, and by
// the same call on every system. It imports next to nothing, for every document waits for it.
const [lifeline = NaN, residentBytes = NaN] = process.argv.slice(2).map(Number);
const end = () => process.kill(process.pid, 'SIGKILL');

new Socket({ fd: lifeline }).on('error', end).on('close', end).resume();
setInterval(() => {
  if (process.memoryUsage.rss() > residentBytes) end();
}, 25);
parentPort?.postMessage('watching');
