import './shell/mantine.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, createWorkspaceTrpcClient, trpc } from './lib/api/trpc.ts';
import { consoleRouter } from './routes.tsx';
import { ThemeProviders } from './shell/theme-providers.tsx';
import { Toasts } from './shell/toasts.tsx';

/**
 * Used outside of a workspace, for the session only. Each workspace has its own client (shell/workspace-layout.tsx).
 */
const client = createWorkspaceTrpcClient(null);
const cache = createQueryClient(() => undefined);

/** Renders the console for a signed-in user into `root`. */
export function showConsole(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <ThemeProviders>
        <Toasts />
        <trpc.Provider client={client} queryClient={cache}>
          <QueryClientProvider client={cache}>
            <RouterProvider router={consoleRouter} />
          </QueryClientProvider>
        </trpc.Provider>
      </ThemeProviders>
    </StrictMode>,
  );
}
