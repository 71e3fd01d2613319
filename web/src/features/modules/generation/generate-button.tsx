import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { AI_FEATURE_CAPABILITIES } from '@training/shared/ai/ai-feature-capabilities';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { whyFeatureUnavailable } from '../../ai/features/if-feature-available.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

const GenerateDialog = lazyDialog(async () => (await import('./generate-dialog.tsx')).GenerateDialog, {
  opened: false,
});

export const GENERATION_FEATURE_OF_SECTION = { flashcards: 'card_generation', quiz: 'quiz_generation' } as const;

/** Opens the dialog that generates a section from a text or a document, if AI is configured. */
export function GenerateButton({ module, kind }: { module: ModuleDetail; kind: SectionKind }) {
  const [opened, setOpened] = useState(false);
  const availability = trpc.ai.availability.useQuery();
  const feature = GENERATION_FEATURE_OF_SECTION[kind];
  const isAvailable = availability.data?.[AI_FEATURE_CAPABILITIES[feature].capability];
  const label = t('generate');
  const icon = <IconSparkles size={16} aria-hidden />;
  if (isAvailable === false) {
    return (
      <ExplainedButton size="xs" variant="default" leftSection={icon} why={whyFeatureUnavailable(feature)}>
        {label}
      </ExplainedButton>
    );
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={icon}
        disabled={isAvailable === undefined}
        aria-label={t(`generateItems.${kind}`)}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <GenerateDialog module={module} kind={kind} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
