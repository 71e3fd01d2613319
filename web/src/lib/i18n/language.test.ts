import { expect, test } from 'vitest';
import { bestLanguage } from './language.ts';

const offered = ['ar', 'de', 'en', 'pt', 'pt-BR'];

test('the first wanted language that is offered is taken, also in another variant', () => {
  expect(bestLanguage(['de-AT', 'en'], offered)).toBe('de');
  expect(bestLanguage(['nl', 'AR-eg', 'en'], offered)).toBe('ar');
  expect(bestLanguage(['pt-br'], offered)).toBe('pt-BR');
  expect(bestLanguage(['pt-PT'], offered)).toBe('pt');
});

test('a browser whose languages are all unknown has none', () => {
  expect(bestLanguage(['nl', ''], offered)).toBeUndefined();
  expect(bestLanguage([], offered)).toBeUndefined();
});
