import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { adoptThemeStyles, colorSchemeManager, theme } from './theme.ts';

adoptThemeStyles();

/** What all that Mantine draws stands in. */
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
