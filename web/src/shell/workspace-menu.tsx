import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ROLE_NAMES } from '../lib/roles.ts';
import { useWorkspace } from '../lib/workspace.ts';
import classes from './shell.module.css';

/** A switch to the other workspaces of the user. */
export function WorkspaceMenu() {
  const { workspace, session } = useWorkspace();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.switcher}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Workspace: ${workspace.name}`}
          title={workspace.name}
        >
          <span className={classes.switcherName}>{workspace.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={workspace.slug}
          onChange={(slug) => void navigate({ to: '/$workspace', params: { workspace: slug } })}
        >
          {session.memberships.map((membership) => (
            <Menu.RadioItem key={membership.workspace.id} value={membership.workspace.slug} closeMenuOnClick>
              {membership.workspace.name}
              <Text size="xs" c="dimmed">
                {ROLE_NAMES[membership.user.role]}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
