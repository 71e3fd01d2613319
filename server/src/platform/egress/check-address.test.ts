import { expect, test } from 'vitest';
import { parseAddressRanges } from '../address-ranges.ts';
import { checkAddressText } from './check-address.ts';
import { answering, LOCAL, outwardWith, startReceiver, STRICT } from './receiver-fixture.ts';

const HTTP = { ...STRICT, http: true };

const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:1.1.1.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::1.1.1.1]',
  '[64:ff9b:1::a00:1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

// rules/bounds 13
test.each(PRIVATE)('nothing is sent to https://%s, and its check says so', async (host) => {
  const { problem } = checkAddressText(`https://${host}/events`, STRICT);
  expect(problem).toMatch(/^Leads to .*, which is not on the internet.*OUTGOING_PRIVATE_TARGETS$/);
});

test.each(['127.0.0.1', '2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])(
  'a server on 127.0.0.1 is not reached as %s',
  async (host) => {
    const receiver = await startReceiver((_request, response) => void response.end('here'));
    const { resolve, asked } = answering(['127.0.0.1']);
    const url = `http://${host}:${receiver.port}/`;
    const refused = await outwardWith(HTTP, { resolve }).post({ url, headers: {}, body: '' });
    expect(refused.failure?.kind).toBe('address');
    expect(receiver.connections()).toBe(0);
    // The receiver works: if the operator allows the address, it is reached, without any DNS lookup.
    const { failure, ...answer } = await outwardWith(LOCAL, { resolve }).post({ url, headers: {}, body: '' });
    expect(failure).toBeUndefined();
    expect(answer).toMatchObject({ status: 200, body: 'here' });
    expect(asked).toEqual([]);
  },
);

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '[2606:4700::1111]',
  '[2a00:1450:4001::8a]',
  'example.com',
])('https://%s may be an address', (host) => {
  expect(checkAddressText(`https://${host}/events?of=us`, STRICT).url?.protocol).toBe('https:');
});

// rules/bounds 13
test.each([
  ['', /^Is no address/],
  ['example.com', /^Is no address/],
  ['//example.com', /^Is no address/],
  ['http://example.com', /^Must begin with https:/],
  ['ftp://example.com', /^Must begin with https:/],
  ['file:///etc/passwd', /^Must begin with https:/],
  ['javascript:alert(1)', /^Must begin with https:/],
  ['https://me@example.com', /^Must not hold a name or password/],
  ['https://:secret@example.com', /^Must not hold a name or password/],
  ['https://1.1.1.1@127.0.0.1', /^Must not hold a name or password/],
  ['https://example.com/#part', /^Must not have a part behind/],
  ['https://example.com:22', /^Must not have port 22;/],
  ['https://example.com:25/', /^Must not have port 25;/],
  ['https://example.com:0', /^Must not have port 0;/],
  ['https://example.com:65536', /^Is no address/],
  [`https://example.com/${'x'.repeat(2_048)}`, /^Has 2068 characters; an address has at most 2048$/],
])('%s is refused, and the words say what to do', (address, words) => {
  expect(checkAddressText(address, STRICT).problem).toMatch(words);
});

test.each([
  'https://example.com:443',
  'https://example.com:80',
  'https://example.com:8443',
  'https://example.com:1024',
])('%s may be an address', (address) => {
  expect(checkAddressText(address, STRICT).problem).toBeUndefined();
});

test('http is taken where the operator allows it, and nothing else with it', () => {
  expect(checkAddressText('http://example.com', HTTP).problem).toBeUndefined();
  expect(checkAddressText('http://127.0.0.1', HTTP).problem).toMatch(/^Leads to 127\.0\.0\.1/);
  expect(checkAddressText('ftp://example.com', HTTP).problem).toMatch(/^Must begin with https:/);
});

test('a private network is reached where the operator names it, and no other with it', () => {
  const policy = { http: false, privateTargets: parseAddressRanges(['10.8.0.0/16', 'fd12::/16', '192.168.7.7']) };
  for (const host of ['10.8.3.4', '[fd12::1]', '192.168.7.7']) {
    expect(checkAddressText(`https://${host}`, policy).problem, host).toBeUndefined();
  }
  for (const host of ['10.9.0.1', '[fd13::1]', '192.168.7.8', '127.0.0.1', '169.254.169.254']) {
    expect(checkAddressText(`https://${host}`, policy).problem, host).toMatch(/^Leads to/);
  }
});
