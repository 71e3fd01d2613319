import {
  type BadgeProps,
  type CSSVariablesResolver,
  type DrawerProps,
  type MenuProps,
  type ModalProps,
  type TextProps,
  convertCssVariables,
  createTheme,
  defaultCssVariablesResolver,
  localStorageColorSchemeManager,
  mergeMantineTheme,
  DEFAULT_THEME,
} from '@mantine/core';

const dialog = {
  // The scroll lock writes a <style> element, which the content security policy refuses; shell.css locks instead.
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Close' },
};

const propsOf = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

export const theme = createTheme({
  primaryColor: 'indigo',
  // Light enough shades fail the contrast of WCAG AA.
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
  // By their names: what they are made of would come with the theme to pages that have none of them.
  components: {
    // The console's text is 14 px; a Text of Mantine's own is 16.
    Text: propsOf<TextProps>({ size: 'sm' }),
    Badge: propsOf<BadgeProps>({ tt: 'none' }),
    // One that moved while it appears would take its button away from under a press that has begun, which then is lost.
    Modal: propsOf<ModalProps>({ ...dialog, centered: true, transitionProps: { transition: 'fade' } }),
    Drawer: propsOf<DrawerProps>(dialog),
    // The placeholder is a child that a role of menu may not have; in a portal the menu would be outside all landmarks.
    Menu: propsOf<MenuProps>({ withInitialFocusPlaceholder: false, withinPortal: false }),
    // They are <header> elements outside any section, and so would each be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
  },
});

/** Mantine's greys for secondary text fail the contrast of WCAG AA on their own backgrounds. */
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

/** public/startup.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Puts the theme's variables on the page without the <style> element that Mantine would write for them. */
export function adoptThemeStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(readableGreys(mergeMantineTheme(DEFAULT_THEME, theme))));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
