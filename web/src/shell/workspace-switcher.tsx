import { Text } from '@mantine/core';
import { useWorkspaceSession } from '../lib/workspace.ts';
import { lazyComponent, RetryLoadingSilently } from '../ui/lazy-component.tsx';

const WorkspaceMenu = lazyComponent(async () => (await import('./workspace-menu.tsx')).WorkspaceSwitchMenu, {
  Failed: RetryLoadingSilently,
  Placeholder: WorkspaceName,
  isAmongInput: true,
});

/** The workspace's name, and for members of several a switch to the others. */
export function WorkspaceSwitcher() {
  const { session } = useWorkspaceSession();
  return session.memberships.length < 2 ? <WorkspaceName /> : <WorkspaceMenu />;
}

function WorkspaceName() {
  const { workspace } = useWorkspaceSession();
  return (
    <Text fw={600} truncate title={workspace.name}>
      {workspace.name}
    </Text>
  );
}
