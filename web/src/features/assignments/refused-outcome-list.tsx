import { Button, Group, Stack } from '@mantine/core';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { type Outcome, OutcomeList } from '../../ui/lists/outcome-list.tsx';

const t = translatorOf('assignments');

/** The result of an action that was refused for some. */
export function RefusedOutcomeList({ refused, onClose }: { refused: readonly Outcome[]; onClose: () => void }) {
  return (
    <Stack>
      <OutcomeList outcomes={refused} />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  );
}
