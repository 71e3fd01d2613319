import { Button, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { roleNameOf } from '../lib/roles.ts';
import { useWorkspaceSession } from '../lib/workspace.ts';
import { Menu, MenuItem } from '../ui/popups/menu.tsx';
import classes from './shell.module.css';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** A switch to the other workspaces of the user. */
export function WorkspaceSwitchMenu() {
  const { workspace, session } = useWorkspaceSession();
  const navigate = useNavigate();
  return (
    <Menu
      align="start"
      width={280}
      opener={(props) => (
        <Button
          {...props}
          variant="subtle"
          color="gray"
          className={classes.switcher}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={t('workspace', { name: workspace.name })}
          title={workspace.name}
        >
          <span className={classes.switcherName}>{workspace.name}</span>
        </Button>
      )}
    >
      {session.memberships.map(({ user, workspace: { id, name, slug } }) => (
        <MenuItem
          key={id}
          isChosen={slug === workspace.slug}
          onClick={() => void navigate({ to: '/$workspace', params: { workspace: slug } })}
        >
          {name}
          <Text size="xs" c="dimmed">
            {roleNameOf(user.role)}
          </Text>
        </MenuItem>
      ))}
    </Menu>
  );
}
