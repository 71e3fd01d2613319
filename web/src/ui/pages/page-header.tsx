import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, use } from 'react';
import { WorkspaceContext } from '../../lib/workspace.ts';
import { useFocusFallbackRef } from '../focus.ts';
import classes from './page-header.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Breadcrumbs or a link back. */
  above?: ReactNode;
  /** Buttons; omit those that the role may not use. */
  actions?: ReactNode;
}

/**
 * The page's only `h1` and the browser tab's title. The heading gets the focus if a focused button next to it is
 * removed.
 */
export function PageHeader({ title, description, above, actions }: PageHeaderProps) {
  const workspace = use(WorkspaceContext);
  useDocumentTitle([title, workspace?.workspace.name, t('training')].filter(Boolean).join(' · '));
  const header = useFocusFallbackRef<HTMLDivElement>();
  return (
    <Group ref={header} component="header" justify="space-between" align="flex-end" gap="sm" mb="lg">
      <Stack gap={4} className={classes.words}>
        {above}
        <Title order={1} tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {description !== undefined && (
          <Text c="dimmed" size="sm">
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  );
}
