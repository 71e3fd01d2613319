import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DEFAULT_THEME, convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

test('the theme puts on the page each variable that Mantine’s file of variables has', () => {
  const names = (css: string) => new Set(css.match(/--[\w-]+(?=\s*:)/g));
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours = names(convertCssVariables(defaultCssVariablesResolver(merged)));
  const file = createRequire(import.meta.url).resolve('@mantine/core/styles/default-css-variables.css');
  const theirs = names(readFileSync(file, 'utf8'));
  expect(theirs.size).toBeGreaterThan(300);
  expect([...theirs].filter((name) => !ours.has(name))).toEqual([]);
});
