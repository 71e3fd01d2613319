import {
  type BadgeProps,
  type CSSVariablesResolver,
  type ModalProps,
  type TextProps,
  convertCssVariables,
  createTheme,
  defaultCssVariablesResolver,
  localStorageColorSchemeManager,
  mergeMantineTheme,
  DEFAULT_THEME,
} from '@mantine/core';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** A function, because there are no messages yet when this file is evaluated. */
const dialog = () => ({
  // The scroll lock writes a <style> element, which the content security policy refuses; shell.css locks instead.
  lockScroll: false,
  closeButtonProps: { 'aria-label': t('close') },
});

const propsOf = <Props>(defaultProps: Partial<Props> | (() => Partial<Props>)) => ({ defaultProps });

export const theme = createTheme({
  primaryColor: 'indigo',
  // Lighter shades fail WCAG AA contrast.
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Given by name: importing the components would add their code to every page.
  components: {
    // Overrides Mantine's default of 16 px: the console's text is 14 px.
    Text: propsOf<TextProps>({ size: 'sm' }),
    Badge: propsOf<BadgeProps>({ tt: 'none' }),
    // A dialog that moves while appearing could move its button from under a press, which would be lost.
    Modal: propsOf<ModalProps>(() => ({ ...dialog(), centered: true, transitionProps: { transition: 'fade' } })),
    // Decoration of native selects that says nothing.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    // It is a <header> element outside of any section, and would count as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
});

/** Mantine's greys for secondary text fail WCAG AA contrast on their own backgrounds. */
const readableGreys: CSSVariablesResolver = (merged) => {
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  return {
    variables,
    light: {
      ...light,
      '--mantine-color-dimmed': '#5c636b',
      '--mantine-color-placeholder': '#6a7179',
      '--mantine-color-error': 'var(--mantine-color-red-9)',
    },
    dark: {
      ...dark,
      '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
      '--mantine-color-placeholder': '#a0a0a0',
      '--mantine-color-error': 'var(--mantine-color-red-4)',
    },
  };
};

/** Uses the same key as public/startup.js, which reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Adds the theme's variables to the page, without the <style> element that Mantine would write. */
export function adoptThemeStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(readableGreys(mergeMantineTheme(DEFAULT_THEME, theme))));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
