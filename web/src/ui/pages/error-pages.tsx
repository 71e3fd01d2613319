import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { EmptyState, FailedState } from './states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Shown for unknown URLs, inside and outside of a workspace. */
export function NotFoundPage() {
  useDocumentTitle([t('pageNotFound'), t('training')].join(' · '));
  return (
    <EmptyState
      title={t('pageNotFound')}
      headingLevel={1}
      icon={<IconMapQuestion size={28} />}
      action={
        <Anchor component={Link} to="/">
          {t('goToStart')}
        </Anchor>
      }
    >
      {t('checkAddressOrGoBack')}
    </EmptyState>
  );
}

/** Shown for unexpected errors, which are bugs. */
export function BrokenPage({ error }: { error: unknown }) {
  useDocumentTitle([t('somethingWentWrong'), t('training')].join(' · '));
  return (
    <Stack maw={640} mx="auto" p="md">
      <Title order={1}>{t('somethingWentWrong')}</Title>
      <FailedState what={t('failedToShowPage')} problem={toDisplayableProblem(error)} />
      <Text size="sm" c="dimmed">
        {t('savedIsStillThere')}
      </Text>
      <Button variant="default" onClick={() => location.reload()} me="auto">
        {t('reloadPage')}
      </Button>
    </Stack>
  );
}
