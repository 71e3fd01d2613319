import { pino } from 'pino';
import { expect, test } from 'vitest';
import { LazyRequestLogger } from './request-logger.ts';

test('each line that a request logs has its id and no secret, and a request that logs nothing makes no logger', () => {
  const lines: unknown[] = [];
  let made = 0;
  const log = pino(
    { base: null, timestamp: false, redact: ['token'], onChild: () => made++ },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const quiet = new LazyRequestLogger(log, { reqId: 'req_1' });
  const loud = new LazyRequestLogger(log, { reqId: 'req_2' });
  expect(quiet.level).toBe('info');
  loud.error({ token: 'wtp_x' }, 'A fault');
  loud.warn('%s more', 'one');
  loud.debug('not at this level');
  loud.child({ part: 2 }).info('a part');
  expect(lines).toEqual([
    { level: 50, reqId: 'req_2', token: '[Redacted]', msg: 'A fault' },
    { level: 40, reqId: 'req_2', msg: 'one more' },
    { level: 30, reqId: 'req_2', part: 2, msg: 'a part' },
  ]);
  expect(made, 'one for the request and one for its part').toBe(2);
});
