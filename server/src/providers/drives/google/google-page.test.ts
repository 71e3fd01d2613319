import { expect, test } from 'vitest';
import { glanceAt } from './google-page.ts';

const of = (text: string) => glanceAt({ bytes: Buffer.from(text) });

test('where a page goes on is read without the rest, as JSON writes it', () => {
  expect(of('{"nextPageToken":"a+b=","files":[]}').next).toBe('a+b=');
  expect(of(String.raw`{ "files": [] , "nextPageToken" :  "\u003d\"\\" }`).next).toBe('="\\');
  expect(of('{"files":[]}').next).toBeNull();
  expect(of('').next).toBeNull();
  expect(of('{"nextPageToken":"cut').next).toBeNull();
  expect(of('{"nextPageToken":7,"files":[]}').next).toBeNull();
});

test('a name that looks like the token is none', () => {
  const named = (name: string) => of(JSON.stringify({ files: [{ name }], nextPageToken: 'real' })).next;
  for (const name of ['nextPageToken', '"nextPageToken":"wrong"', '\\"nextPageToken":"wrong"', 'nextPageToken\\']) {
    expect(named(name)).toBe('real');
  }
});

test('the digest is of all but the token', () => {
  const page = (token: string, name: string) => of(`{"nextPageToken":"${token}","files":[{"name":"${name}"}]}`).digest;
  expect(page('one', 'a')).toBe(page('another', 'a'));
  expect(page('one', 'a')).not.toBe(page('one', 'b'));
  expect(of('{"files":[]}').digest).not.toBe(of('{"nextPageToken":"x","files":[]}').digest);
});
