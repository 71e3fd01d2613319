import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createCache, createClient, trpc } from './lib/trpc.ts';
import { router } from './routes.tsx';
import { adoptThemeStyles, colorSchemeManager, theme } from './shell/theme.ts';

/** Knows the session only; a workspace brings its own (shell/workspace-layout.tsx). */
const client = createClient(null);
const cache = createCache(() => undefined);

adoptThemeStyles();

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root');
createRoot(element).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // Both would be <style> elements, which the content security policy refuses; see shell/theme.ts.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Notifications position="bottom-right" />
      <trpc.Provider client={client} queryClient={cache}>
        <QueryClientProvider client={cache}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  </StrictMode>,
);
