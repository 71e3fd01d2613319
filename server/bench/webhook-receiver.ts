// What deliveries are sent to, as a process of its own: it answers each after a while, and tells on GET how many there
// were and when they came.
import { createServer } from 'node:http';

const { PORT = '0', DELAY_MS = '50' } = process.env;
const delay = Number(DELAY_MS);

let count = 0;
/** By `webhook-id`, when it came first, in milliseconds of the clock. */
const came = new Map<string, number>();
/** Whoever asks for one by one asks for the newest. */
const MOST_NOTED = 1_000;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ count, came: request.url === '/came' ? Object.fromEntries(came) : undefined }));
    return;
  }
  const id = String(request.headers['webhook-id']);
  if (!came.has(id)) {
    came.set(id, performance.timeOrigin + performance.now());
    const [oldest] = came.size > MOST_NOTED ? came.keys() : [];
    if (oldest !== undefined) came.delete(oldest);
  }
  request.resume();
  request.on('end', () => {
    count++;
    setTimeout(() => response.writeHead(204).end(), delay);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), '127.0.0.1');
