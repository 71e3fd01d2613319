import { expect, test } from 'vitest';
import { findBestLanguage } from './language.ts';

const offered = ['ar', 'de', 'en', 'pt', 'pt-BR'];

test('the first wanted language that is offered is taken, also in another variant', () => {
  expect(findBestLanguage(['de-AT', 'en'], offered)).toBe('de');
  expect(findBestLanguage(['nl', 'AR-eg', 'en'], offered)).toBe('ar');
  expect(findBestLanguage(['pt-br'], offered)).toBe('pt-BR');
  expect(findBestLanguage(['pt-PT'], offered)).toBe('pt');
});

test('a browser whose languages are all unknown has none', () => {
  expect(findBestLanguage(['nl', ''], offered)).toBeUndefined();
  expect(findBestLanguage([], offered)).toBeUndefined();
});
