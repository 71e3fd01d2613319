import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startGoogleStandIn, type OwnAnswer } from '../../../../test/drives/google-stand-in.ts';
import { DriveEnvironment, readDriveSettings } from '../settings.ts';
import { createGoogleDrive } from './google-drive.ts';
import { challengeOf, failing, MARIA, newVerifier, startGoogle } from './google-fixture.ts';

const { google, world, adapter, create, open } = await startGoogle();
const redirectUri = 'http://127.0.0.1:3000/api/drives/google/callback';

/** Follows the consent page and returns the parameters of the callback. */
async function comeBack(verifier: string, loginHint: string | null = MARIA): Promise<URLSearchParams> {
  const challenge = challengeOf(verifier);
  const address = adapter.authorizationUrl({ state: 'state 1', challenge, redirectUri, loginHint });
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect(back.searchParams.get('state')).toBe('state 1');
  return back.searchParams;
}

async function codeFor(verifier: string): Promise<string> {
  return (await comeBack(verifier)).get('code') ?? '';
}

describe('a consent', () => {
  test('asks to read and nothing else, for as long as it is not taken back', async () => {
    const challenge = challengeOf(newVerifier());
    const address = new URL(adapter.authorizationUrl({ state: 's', challenge, redirectUri, loginHint: null }));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: google.oauth.client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/drive.readonly',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    expect(await (await fetch(address)).text()).toContain('>Allow</button>');
  });

  test('becomes a grant that opens the drive', async () => {
    google.switches.consent = 'approve';
    world.account(MARIA);
    const verifier = newVerifier();
    const grant = await adapter.exchange({ code: await codeFor(verifier), verifier, redirectUri });
    const drive = adapter.open(grant, { connectionId: 'consented', version: 1 });
    expect(await drive.account()).toBe(MARIA);
  });

  test('is refused with another verifier, another address, or a second time', async () => {
    google.switches.consent = 'approve';
    const verifier = newVerifier();
    const code = await codeFor(verifier);
    const exchange = (given: { code: string; verifier: string; redirectUri: string }) => adapter.exchange(given);
    await expect(exchange({ code, verifier: newVerifier(), redirectUri })).rejects.toEqual(failing('access_lost'));
    await expect(exchange({ code, verifier, redirectUri })).rejects.toEqual(failing('access_lost'));
    const other = { code: await codeFor(verifier), verifier, redirectUri: 'http://127.0.0.1:3000/other' };
    await expect(exchange(other)).rejects.toEqual(failing('unavailable'));
  });

  // rules/drives 2
  test('without the tick at reading gives nothing, and says what to do', async () => {
    google.switches.consent = 'without_scope';
    const verifier = newVerifier();
    const exchanging = adapter.exchange({ code: await codeFor(verifier), verifier, redirectUri });
    await expect(exchanging).rejects.toEqual(failing('forbidden'));
    await expect(exchanging).rejects.toThrow('Connect again, and leave its box ticked');
  });

  test('that was denied comes back without a code', async () => {
    google.switches.consent = 'deny';
    const back = await comeBack(newVerifier());
    expect(Object.fromEntries(back)).toEqual({ state: 'state 1', error: 'access_denied' });
  });

  test('cannot be asked for without the operator’s client', () => {
    const without = create({ client: undefined });
    const asking = () => without.authorizationUrl({ state: 's', challenge: 'c', redirectUri, loginHint: null });
    expect(asking).toThrow('GOOGLE_DRIVE_CLIENT_ID');
  });
});

describe('an access token', () => {
  test('is asked for once by twenty who find none, and once more when Google refuses it', async () => {
    const drive = open();
    const before = google.oauth.tokenRequests;
    const askTwenty = () => Promise.all(Array.from({ length: 20 }, () => drive.account()));
    expect(new Set(await askTwenty())).toEqual(new Set([MARIA]));
    expect(google.oauth.tokenRequests - before).toBe(1);
    google.oauth.expireTokens();
    expect(new Set(await askTwenty())).toEqual(new Set([MARIA]));
    expect(google.oauth.tokenRequests - before).toBe(2);
  });

  test('is not asked for again while it is good', async () => {
    const drive = open();
    await drive.account();
    const before = google.oauth.tokenRequests;
    await drive.account();
    expect(google.oauth.tokenRequests).toBe(before);
  });

  test('of a newer credential takes the place of the former one’s', async () => {
    const key = { connectionId: 'reconnected', version: 1 };
    const openAs = (email: string, version: number) =>
      adapter.open({ auth: 'oauth', refreshToken: google.oauth.grant(email) }, { ...key, version });
    expect(await openAs(MARIA, 1).account()).toBe(MARIA);
    expect(await openAs('omar@example.com', 2).account()).toBe('omar@example.com');
  });

  // rules/drives 2
  test('that is refused twice means that access is lost', async () => {
    const drive = open();
    await drive.account();
    google.answerNext(
      'drive.about.get',
      (_, response) => response.writeHead(401).end('{"error":{"code":401,"errors":[{"reason":"authError"}]}}'),
      2,
    );
    await expect(drive.account()).rejects.toEqual(failing('access_lost'));
    expect(await drive.account()).toBe(MARIA);
  });
});

describe('a grant', () => {
  test('that was taken back has lost access, at once and afterwards', async () => {
    const drive = open('revoked@example.com');
    await drive.account();
    google.oauth.revoke('revoked@example.com');
    await expect(drive.account()).rejects.toEqual(failing('access_lost'));
    await expect(drive.account()).rejects.toEqual(failing('access_lost'));
  });

  test('is not lost where Google refuses the operator’s client, or does not answer', async () => {
    const wrong = create({ client: { id: google.oauth.client.id, secret: 'another' } });
    const refused = open(MARIA, wrong).account();
    await expect(refused).rejects.toEqual(failing('unavailable'));
    await expect(refused).rejects.toThrow('GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET');
    google.switches.broken = true;
    await expect(open().account()).rejects.toEqual(failing('unavailable'));
  });

  test.each([
    [429, '{}', 'quota'],
    [200, '{}', 'unavailable'],
    [200, 'not JSON', 'unavailable'],
    [200, '{"access_token":"","expires_in":3599}', 'unavailable'],
    [400, '<html>', 'unavailable'],
    [401, '{"error":"unauthorized_client"}', 'access_lost'],
    [401, '{"error":"invalid_client"}', 'unavailable'],
    [400, '{"error":"invalid_request"}', 'unavailable'],
    [400, '{"error":"invalid_grant","error_description":"Token has been expired or revoked."}', 'access_lost'],
  ])('to which the endpoint of tokens answers %i %s is %s', async (status, body, outcome) => {
    google.answerNext('/token', (_, response) => response.writeHead(status, { 'retry-after': '9' }).end(body));
    await expect(open().account()).rejects.toEqual(failing(outcome));
  });

  test('is never in an error', async () => {
    const refreshToken = google.oauth.grant('secret@example.com');
    const drive = adapter.open({ auth: 'oauth', refreshToken }, { connectionId: 'secret', version: 1 });
    const echo = `{"error":{"code":403,"message":"${refreshToken}","errors":[{"reason":"${refreshToken}"}]}}`;
    google.answerNext('drive.about.get', (_, response) => response.writeHead(403).end(echo));
    google.answerNext('drive.drives.list', (request, response) =>
      response.writeHead(500).end(request.headers.authorization),
    );
    for (const asking of [drive.account(), drive.roots()]) {
      const error: unknown = await asking.catch((reason: unknown) => reason);
      const said = inspect(error, { depth: 10, showHidden: true });
      expect(said).toContain('DriveError');
      expect(said).not.toContain(refreshToken);
      expect(said).not.toContain('ya29.');
      expect(said).not.toContain('Bearer');
      expect(said).not.toContain(google.oauth.client.secret);
    }
  });
});

describe('a service account', () => {
  const EMAIL = 'reader@stand-in.iam.gserviceaccount.com';

  test('signs in with its JSON, and reads what is shared with it', async () => {
    const account = adapter.serviceAccount(google.oauth.serviceAccount(EMAIL));
    if ('problem' in account) expect.fail(account.problem);
    const drive = adapter.open(account, { connectionId: 'service', version: 1 });
    expect(await drive.account()).toBe(EMAIL);
    const folder = world.folder({ name: 'Shared with a robot', in: world.account(MARIA) });
    world.document({ name: 'Opening hours', in: folder, text: 'We open at nine.' });
    world.share(folder, EMAIL);
    const roots = await drive.roots();
    expect(roots.map(({ name, parents }) => ({ name, parents }))).toEqual([
      { name: 'My Drive', parents: [] },
      { name: 'Shared with a robot', parents: [] },
    ]);
    const page = await drive.list({ id: folder, driveId: null }, null);
    expect(page.items.map(({ name }) => name)).toEqual(['Opening hours']);
  });

  test.each([2, -2])('signs in though our clock is wrong by %i hours, and has lost nothing', async (hours) => {
    const elsewhere = await startGoogleStandIn({ clock: () => Date.now() + hours * 3_600_000 });
    try {
      const settings = readDriveSettings(DriveEnvironment.parse(elsewhere.env)).google;
      const of = createGoogleDrive(settings);
      const account = of.serviceAccount(elsewhere.oauth.serviceAccount(EMAIL));
      if ('problem' in account) expect.fail(account.problem);
      expect(await of.open(account, { connectionId: 'clock', version: 1 }).account()).toBe(EMAIL);
      elsewhere.answerNext('/token', invalidTime, 2);
      const failed = of.open(account, { connectionId: 'another clock', version: 1 }).account();
      await expect(failed).rejects.toThrow('Set the clock');
    } finally {
      await elsewhere.stop();
    }
  });

  test('whose key was deleted has lost access', async () => {
    const email = 'former@stand-in.iam.gserviceaccount.com';
    const account = adapter.serviceAccount(google.oauth.serviceAccount(email));
    if ('problem' in account) expect.fail(account.problem);
    google.oauth.revoke(email);
    const drive = adapter.open(account, { connectionId: 'former', version: 1 });
    await expect(drive.account()).rejects.toEqual(failing('access_lost'));
  });

  test('with a key that is not its own has lost access', async () => {
    google.oauth.serviceAccount('other@stand-in.iam.gserviceaccount.com');
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const account = { auth: 'service_account', email: 'other@stand-in.iam.gserviceaccount.com', privateKey } as const;
    const drive = adapter.open(account, { connectionId: 'stolen', version: 1 });
    await expect(drive.account()).rejects.toEqual(failing('access_lost'));
  });

  test('is asked for at Google’s address, whatever its JSON says', () => {
    const json = JSON.parse(google.oauth.serviceAccount(EMAIL));
    const account = adapter.serviceAccount(JSON.stringify({ ...json, token_uri: 'http://169.254.169.254/token' }));
    expect(Object.keys(account).toSorted()).toEqual(['auth', 'email', 'privateKey']);
  });

  test.each([
    ['nothing', '', 'This is no key of a service account'],
    ['no JSON', 'key', 'This is no key of a service account'],
    ['the JSON of a client', '{"web":{"client_id":"1"}}', 'This is no key of a service account'],
    ['a text without an end', `{"type":"${' '.repeat(30_000)}"}`, 'This is no key of a service account'],
    [
      'a key that was cut off',
      '{"type":"service_account","client_email":"a@b.example","private_key":"-----BEGIN PRIVATE KEY-----\\nMII"}',
      'The private key in the file cannot be used',
    ],
  ])('is none where the file is %s', (_, json, problem) => {
    expect(adapter.serviceAccount(json)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const invalidTime: OwnAnswer = (_, response) =>
  void response.writeHead(400).end(
    JSON.stringify({
      error: 'invalid_grant',
      error_description:
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    }),
  );
