import { expect, test, vi } from 'vitest';
import { takeCodeFromUrl } from './code-of-link.ts';

test('a link’s code leaves the address, and is the same however often the page is rendered', () => {
  const location = { hash: '#abc', pathname: '/set-up', search: '?workspace=demo' };
  const replaceState = vi.fn<History['replaceState']>(() => {
    location.hash = '';
  });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { state: null, replaceState });
  expect([takeCodeFromUrl(), takeCodeFromUrl()]).toEqual(['abc', 'abc']);
  expect(replaceState.mock.calls).toEqual([[null, '', '/set-up?workspace=demo']]);
  location.hash = '#def';
  expect(takeCodeFromUrl()).toBe('def');
  vi.unstubAllGlobals();
});
