import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { consoleTextDirection } from '../lib/i18n/language.ts';
import { adoptThemeStyles, colorSchemeManager, theme } from './theme.ts';

adoptThemeStyles();

/** The provider around all Mantine components. */
export function ThemeProviders({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={consoleTextDirection} detectDirection={false}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        // Both would be <style> elements, which the content security policy refuses; see theme.ts.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
