import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { OwnAnswer } from '../../../../test/drives/google-stand-in.ts';
import { failing, MARIA, startGoogle } from './google-fixture.ts';

const { google, world, open, create } = await startGoogle();
const root = world.account(MARIA);
const drive = open();
const hasty = open(MARIA, create({}, { json: 300, file: 300 }));

const error = (status: number, reason: string, headers: Record<string, string> = {}): OwnAnswer => {
  const body = { error: { code: status, message: `No: ${reason}`, errors: [{ domain: 'global', reason }] } };
  return (_, response) => response.writeHead(status, headers).end(JSON.stringify(body));
};

describe('too many requests', () => {
  // rules/drives 2
  test.each(['user', 'rate', 'daily', 'requests'] as const)('of the kind %s are no lost access', async (quota) => {
    google.switches.quota = quota;
    google.switches.retryAfter = 17;
    await expect(drive.account()).rejects.toEqual(failing('quota', { retryAfter: 17 }));
    await expect(drive.list({ id: root, driveId: null }, null)).rejects.toEqual(failing('quota', { retryAfter: 17 }));
    await expect(drive.feed?.changes(null, '1000')).rejects.toEqual(failing('quota', { retryAfter: 17 }));
  });
});

test.each([
  [403, 'insufficientFilePermissions', 'forbidden'],
  [403, 'insufficientPermissions', 'access_lost'],
  [403, 'domainPolicy', 'access_lost'],
  [403, 'cannotDownloadFile', 'export_forbidden'],
  [403, 'exportSizeLimitExceeded', 'too_large'],
  [403, 'accessNotConfigured', 'unavailable'],
  [403, 'downloadQuotaExceeded', 'download_quota'],
  [403, 'something new', 'forbidden'],
  [403, 'constructor', 'forbidden'],
  [400, 'badRequest', 'unavailable'],
  [410, 'gone', 'not_found'],
  [500, 'internalError', 'unavailable'],
  [503, 'backendError', 'unavailable'],
])('%i %s is %s', async (status, reason, outcome) => {
  google.answerNext('drive.about.get', error(status, reason, { 'retry-after': '5' }));
  await expect(drive.account()).rejects.toEqual(failing(outcome, { retryAfter: 5 }));
});

test('the newer words of Google’s errors are understood too', async () => {
  const body = {
    error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] },
  };
  google.answerNext('drive.about.get', (_, response) => response.writeHead(403).end(JSON.stringify(body)));
  await expect(drive.account()).rejects.toEqual(failing('access_lost'));
});

test('a reason is understood beside odd ones', async () => {
  const body = {
    error: { errors: [null, { reason: 7 }, { reason: 'rateLimitExceeded', location: {} }], details: 'none' },
  };
  google.answerNext('drive.about.get', (_, response) => response.writeHead(403).end(JSON.stringify(body)));
  await expect(drive.account()).rejects.toEqual(failing('quota'));
});

test('what an operator must do at Google is said', async () => {
  google.answerNext('drive.about.get', error(403, 'accessNotConfigured'));
  await expect(drive.account()).rejects.toThrow('Enable it there');
});

describe('an answer that', () => {
  const hostile: [string, OwnAnswer][] = [
    ['has no end', endless],
    ['is no JSON', (_, response) => response.end('<html>Sign in</html>')],
    ['is another JSON', (_, response) => response.end('{"files":{}}')],
    ['has a place to go on that is none', (_, response) => response.end('{"nextPageToken":"\\u0000","files":[]}')],
    ['is nested without end', (_, response) => response.end('['.repeat(4_000_000))],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: `${google.url}/elsewhere` }).end()],
    ['breaks off', (_, response) => response.writeHead(200, { 'content-length': '100' }).end('{"files":[')],
    ['never comes', () => undefined],
  ];
  test.each(hostile)('%s is none', async (_, answer) => {
    google.answerNext('drive.files.list', answer);
    const reading = hasty.list({ id: root, driveId: null }, null).then((page) => page.items);
    await expect(reading).rejects.toEqual(failing('unavailable'));
    expect(google.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  test('has no end is cut off where a file would be too large', async () => {
    const id = world.file({ name: 'Endless.txt', in: root, mimeType: 'text/plain', content: 'Text' });
    const item = (await drive.get({ id, driveId: null })) ?? expect.fail('it is not there');
    google.answerNext('drive.files.get', endless);
    await expect(drive.read(item)).rejects.toEqual(failing('too_large'));
  });

  test('repeats what was sent is not repeated', async () => {
    google.answerNext('*', (request, response) => {
      response.writeHead(400).end(JSON.stringify({ error: { errors: [{ reason: request.headers.authorization }] } }));
    });
    const failure: unknown = await drive.account().catch((reason: unknown) => reason);
    expect(inspect(failure, { showHidden: true })).not.toContain('ya29.');
    expect(failure).toEqual(failing('unavailable'));
  });
});

test('a walk that is stopped stops what is under way, with its own reason', async () => {
  await drive.account();
  google.switches.hanging = true;
  const stop = new AbortController();
  const listing = drive.list({ id: root, driveId: null }, null, stop.signal);
  stop.abort(new Error('the server stops'));
  await expect(listing).rejects.toThrow('the server stops');
});

function endless(_: unknown, response: Parameters<OwnAnswer>[1]): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}
