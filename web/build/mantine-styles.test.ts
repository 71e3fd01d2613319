import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DEFAULT_THEME, convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from '../src/shell/theme.ts';
import { differenceOf, stylesOf } from './mantine-styles.ts';

const mantine = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const codeOf = (component: string, file = component) =>
  readFileSync(path.join(mantine, `esm/components/${component}/${file}.module.mjs`), 'utf8');

test('the styles that a component needs are told by its classes, and are in Mantine’s order', () => {
  expect(stylesOf('')).toEqual(['baseline.css', 'global.css']);
  expect(stylesOf(`${codeOf('Button')}${codeOf('UnstyledButton')}`)).toEqual([
    'baseline.css',
    'global.css',
    'UnstyledButton.css',
    'Button.css',
  ]);
});

test('a style that is missing, idle, or out of its order is named', () => {
  expect(differenceOf(['a.css', 'b.css'], ['a.css', 'b.css'])).toBeNull();
  expect(differenceOf(['a.css', 'b.css'], ['a.css'])).toMatch(/^lacks b\.css;/);
  expect(differenceOf(['a.css'], ['a.css', 'b.css'])).toBe('has b.css, which no component uses: remove it');
  expect(differenceOf(['a.css', 'b.css'], ['b.css', 'a.css'])).toBe('must have this order: a.css, b.css');
});

test('the theme puts on the page each variable that Mantine’s file of variables has', () => {
  const names = (css: string) => new Set(css.match(/--[\w-]+(?=\s*:)/g));
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours = names(convertCssVariables(defaultCssVariablesResolver(merged)));
  const theirs = names(readFileSync(path.join(mantine, 'styles/default-css-variables.css'), 'utf8'));
  expect(theirs.size).toBeGreaterThan(300);
  expect([...theirs].filter((name) => !ours.has(name))).toEqual([]);
});
