import { expect, test } from 'vitest';
import { ConfigError, readConfig, readServerConfig } from './config.ts';

const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'training', OIDC_CLIENT_SECRET: 'secret' };

// rules/operation 5
test.each(['0.0.0.0', '::', '10.0.0.7', 'training.example.com'])(
  'the server refuses to listen on %s without SMTP_URL, and the commands do not',
  (HOST) => {
    expect(() => readServerConfig({ HOST })).toThrow(ConfigError);
    expect(() => readServerConfig({ HOST })).toThrow(`SMTP_URL: needed where HOST (${HOST}) is not loopback`);
    expect(readServerConfig({ HOST, SMTP_URL: 'smtps://mail.example.com' }).host).toBe(HOST);
    expect(readConfig({ HOST }).host).toBe(HOST);
  },
);

// rules/operation 5
test.each([undefined, '127.0.0.1', '127.0.0.2', '::1', 'localhost'])('on %s the server needs no SMTP_URL', (HOST) => {
  expect(readServerConfig({ HOST }).mail.smtpUrl).toBeUndefined();
});

test('a token may make 600 reads and 120 writes, and send 30,000 people, a minute where nothing else is set', () => {
  expect(readConfig({}).rateLimits).toEqual({ reads: 600, writes: 120, people: 30_000 });
});

// rules/operation 2
test('the settings of the OpenID provider come all three or not at all', () => {
  expect(readConfig({}).oidc).toBeUndefined();
  expect(readConfig(OIDC).oidc).toEqual({
    issuer: 'https://id.example.com',
    clientId: 'training',
    clientSecret: 'secret',
  });
  for (const missing of Object.keys(OIDC)) {
    expect(() => readConfig({ ...OIDC, [missing]: undefined }), missing).toThrow('go together: set all three or none');
    expect(() => readConfig({ ...OIDC, [missing]: '' }), missing).toThrow('go together: set all three or none');
  }
});

// rules/operation 2, rules/operation 15
test('replicas are named by their addresses, beside that of the primary', () => {
  const DATABASE_URL = 'postgresql://one/training';
  expect(readConfig({ DATABASE_URL }).replicas).toEqual({ urls: [], mostLag: 100 });
  const DATABASE_READ_URL = 'postgresql://two/training, postgres://three/training';
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL, DATABASE_READ_LAG_MS: '50' }).replicas).toEqual({
    urls: ['postgresql://two/training', 'postgres://three/training'],
    mostLag: 50,
  });
  expect(() => readConfig({ DATABASE_URL, DATABASE_READ_URL: 'two,three' })).toThrow('separated by commas');
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL: needs DATABASE_URL');
});

// rules/operation 2, rules/operation 16
test('databases behind a router are named by their own addresses, and the router gets hints', () => {
  const DATABASE_URL = 'postgresql://router/training';
  const SHARD_URLS = 'postgresql://one/training, postgresql://two/training';
  expect(readConfig({ DATABASE_URL }).shards).toEqual({ urls: [], hints: false });
  expect(readConfig({ DATABASE_URL, SHARD_URLS, SHARD_HINT: 'pgdog' }).shards).toEqual({
    urls: ['postgresql://one/training', 'postgresql://two/training'],
    hints: true,
  });
  expect(() => readConfig({ DATABASE_URL, SHARD_URLS })).toThrow('SHARD_URLS and SHARD_HINT go together');
  expect(() => readConfig({ SHARD_URLS, SHARD_HINT: 'pgdog' })).toThrow('SHARD_URLS: needs DATABASE_URL');
  expect(() => readConfig({ DATABASE_URL, SHARD_HINT: 'other' })).toThrow('SHARD_HINT: Must be one of: pgdog');
  const DATABASE_READ_URL = 'postgresql://three/training';
  expect(() => readConfig({ DATABASE_URL, SHARD_URLS, SHARD_HINT: 'pgdog', DATABASE_READ_URL })).toThrow('only one');
});

// rules/operation 6
test.each([
  'https://example.com/training',
  'https://example.com/?a=b',
  'https://example.com/#a',
  'https://me@example.com',
])('PUBLIC_URL %s is refused with the reason, because only its origin would be used', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL: .*https:\/\/example\.com\b.*path/);
});

test.each(['https://example.com', 'https://example.com/', 'HTTPS://Example.com:443'])(
  'PUBLIC_URL may be %s',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe('https://example.com');
  },
);

test('a socket that was passed is listened on by the process that it is for, and by no other', () => {
  expect(readConfig({ LISTEN_FDS: '1', LISTEN_PID: String(process.pid) }).socket).toBe(3);
  expect(readConfig({ LISTEN_FDS: '1', LISTEN_PID: String(process.pid + 1) }).socket).toBeUndefined();
  expect(readConfig({ LISTEN_FDS: '0', LISTEN_PID: String(process.pid) }).socket).toBeUndefined();
  expect(readConfig({}).socket).toBeUndefined();
});

test.each(['1', '2', 'true', ' 1 '])('TRUST_PROXY=%s would trust nobody, and is refused with the reason', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY: Takes no number of proxies.*10\.0\.0\.0\/8/);
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '::1/129', 'loopback,', '10.0.0.1 10.0.0.2'])(
  'TRUST_PROXY=%s is refused',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/^TRUST_PROXY: .* is no proxy: name them by address or range/);
  },
);

test.each(['loopback', '10.0.0.0/8, 192.0.2.1', '::1', 'fd00::/8,uniquelocal', '::1/128'])(
  'TRUST_PROXY may be %s',
  (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  },
);

test('customers’ addresses are https and on the internet where nothing else is set', () => {
  const { outgoing } = readConfig({});
  expect(outgoing.http).toBe(false);
  expect(outgoing.privateTargets.rules).toEqual([]);
});

test('the operator names the networks that customers’ addresses may lead to', () => {
  const { outgoing } = readConfig({ OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: '10.8.0.0/16, loopback,fd12::7' });
  const { http, privateTargets } = outgoing;
  expect(http).toBe(true);
  for (const address of ['10.8.0.1', '127.0.0.1', '127.9.9.9'])
    expect(privateTargets.check(address), address).toBe(true);
  for (const address of ['::1', 'fd12::7']) expect(privateTargets.check(address, 'ipv6'), address).toBe(true);
  for (const address of ['10.9.0.1', '169.254.169.254']) expect(privateTargets.check(address), address).toBe(false);
  expect(privateTargets.check('fd12::8', 'ipv6')).toBe(false);
});

test.each(['10.8.0.0/0', '10.8.0.0/33', 'internal', '*', '10.8.0.0/16;loopback', 'db.example.com'])(
  'OUTGOING_PRIVATE_TARGETS=%s names no network, and is refused with the reason',
  (value) => {
    expect(() => readConfig({ OUTGOING_PRIVATE_TARGETS: value })).toThrow(
      /^OUTGOING_PRIVATE_TARGETS: .*is no network: name/,
    );
  },
);

test('drives are asked every minute, or every five where their providers can push', () => {
  expect(readConfig({}).drives).toMatchObject({ pollSeconds: 60, google: { pushOrigin: undefined } });
  const PUBLIC_URL = 'https://training.acme.example';
  expect(readConfig({ PUBLIC_URL }).drives).toMatchObject({ pollSeconds: 300, google: { pushOrigin: PUBLIC_URL } });
  expect(readConfig({ PUBLIC_URL, DRIVE_POLL_SECONDS: '20' }).drives.pollSeconds).toBe(20);
});

test('Google pushes to no http address, and a stand-in in its place to any', () => {
  const PUBLIC_URL = 'http://127.0.0.1:3000';
  expect(readConfig({ PUBLIC_URL }).drives).toMatchObject({ pollSeconds: 60, google: { pushOrigin: undefined } });
  const stood = { PUBLIC_URL, GOOGLE_DRIVE_BASE_URL: 'http://127.0.0.1:4103/' };
  expect(readConfig(stood).drives.google).toMatchObject({ pushOrigin: PUBLIC_URL, apiUrl: 'http://127.0.0.1:4103' });
});

test.each([
  ['GOOGLE_DRIVE_CLIENT_ID', 'GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET'],
  ['LARK_APP_SECRET', 'LARK_APP_ID and LARK_APP_SECRET'],
])('%s alone is refused, naming both', (name, both) => {
  expect(() => readConfig({ [name]: 'alone' })).toThrow(`${both} go together: set both or none`);
});

test('a variable that has a word more or less than a setting that is not set is wrong, too', async () => {
  const misspelt = {
    PUBLIC_HOST: 'x',
    OIDC_ISSUER_URL: 'x',
    OIDC_SECRET: 'x',
    TRUST_PROXIES: 'x',
    DB_URL: 'x',
    ANTHROPIC_KEY: 'x',
    OPENAI_API_BASE: 'x',
  };
  const meant = [
    'PUBLIC_URL',
    'OIDC_ISSUER',
    'OIDC_CLIENT_SECRET',
    'TRUST_PROXY',
    'DATABASE_URL',
    'ANTHROPIC_API_KEY',
    'OPENAI_BASE_URL',
  ];
  const others = { SSH_CLIENT: 'x', DB_USER: 'x', GOOGLE_CLOUD_PROJECT: 'x', HOST_IP: 'x', NODE_OPTIONS: 'x' };
  const found = readConfig({ ...misspelt, ...others }).misspelt;
  expect(found).toEqual(Object.keys(misspelt).map((name, index) => ({ name, meant: meant[index] })));
  // Whoever sets what is meant has the other for another program.
  expect(readConfig({ DATABASE_URL: 'postgresql://localhost', DB_URL: 'x' }).misspelt).toEqual([]);
});
