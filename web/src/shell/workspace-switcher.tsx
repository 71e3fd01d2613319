import { Text } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { withCatalogues } from '../lib/i18n/catalogues.ts';
import { useWorkspace } from '../lib/workspace.ts';

const WorkspaceMenu = lazy(async () => ({
  default: (await withCatalogues(import('./workspace-menu.tsx'))).WorkspaceMenu,
}));

/** The workspace's name, and for members of several a switch to the others. */
export function WorkspaceSwitcher() {
  const { workspace, session } = useWorkspace();
  const name = (
    <Text fw={600} truncate title={workspace.name}>
      {workspace.name}
    </Text>
  );
  if (session.memberships.length < 2) return name;
  return (
    <Suspense fallback={name}>
      <WorkspaceMenu />
    </Suspense>
  );
}
