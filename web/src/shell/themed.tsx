import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { adoptThemeStyles, colorSchemeManager, theme } from './theme.ts';

adoptThemeStyles();

/** The provider around all Mantine components. */
export function Themed({ children }: { children: ReactNode }) {
  return (
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
  );
}
