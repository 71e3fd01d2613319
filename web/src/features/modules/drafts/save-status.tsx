import { Alert, Button, Group, Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import { IconExternalLink, IconGitMerge, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { savedInWords, useNowForSaveStatus } from './summarize-save-status.ts';
import classes from './drafts.module.css';
import { formatItemAsText } from './item-text.ts';
import type { AnyItem } from './item-text.ts';
import type { SectionDraftState } from './draft-state.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Returns the element id of a section's save status. */
export const saveStatusElementIdOf = (kind: SectionKind) => `saving-${kind}`;

interface SaveStatusProps<Item extends AnyItem> {
  id: string;
  draft: SectionDraft<Item>;
  onCompare: () => void;
}

/** The save status in words. A failure comes with its remedy. */
export function SaveStatus<Item extends AnyItem>({ id, draft, onCompare }: SaveStatusProps<Item>) {
  const state = useDraftState(draft);
  const { phase, news } = state;
  const now = useNowForSaveStatus(state.savedAt);
  return (
    <div id={id} className={classes.saving}>
      {phase === 'failed' || phase === 'conflict' ? null : (
        <Text c="dimmed" component="div">
          {statusText(state, now)}
        </Text>
      )}
      {news !== null && <Text component="output">{updatedWords(state, news === 'merged')}</Text>}
      {phase === 'failed' && <NotSaved state={state} onRetry={() => void draft.flush()} />}
      {phase === 'conflict' && (
        <Alert color="orange" role="alert" icon={<IconGitMerge aria-hidden />} title={t('notSavedChangedTwo')}>
          <Group justify="space-between" gap="xs">
            <Text>{t('someoneElseSavedSame')}</Text>
            <Button size="xs" data-compare onClick={onCompare}>
              {t('compareAndChoose')}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

/** Names the other user. Unknown for items that the user added elsewhere, such as with AI. */
function updatedWords<Item>({ writers }: SectionDraftState<Item>, isMerged: boolean) {
  const [last] = [...writers.values()].toSorted((one, other) => other.at - one.at);
  if (last === undefined) return t(isMerged ? 'updatedWithAddedMerged' : 'updatedWithAdded');
  const values = { name: last.name, em: (text: ReactNode) => <em>{text}</em> };
  return t.nodes(isMerged ? 'updatedByMerged' : 'updatedBy', values);
}

function statusText<Item>({ phase, savedAt }: SectionDraftState<Item>, now: number): string {
  if (phase === 'saving') return t('saving');
  if (phase === 'unsaved') return t('notSavedYet');
  return savedAt === null ? t('savedAutomatically') : savedInWords(savedAt, now);
}

function NotSaved<Item extends AnyItem>({ state, onRetry }: { state: SectionDraftState<Item>; onRetry: () => void }) {
  const { problem, items } = state;
  return (
    <Alert
      color="red"
      role="alert"
      title={problem ? t('notSavedBecause', { reason: problem.detail }) : t('notSavedNoAnswer')}
    >
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={({ currentTarget }) => {
            // The button disappears, and the focus with it.
            currentTarget.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
            onRetry();
          }}
        >
          {t('tryAgain')}
        </Button>
        {problem?.code === 'not_signed_in' && (
          // Opens a new tab, because this page has unsaved edits.
          <Button
            component="a"
            href="/sign-in"
            target="_blank"
            rel="noopener"
            size="xs"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('signOpensNewTab')}
          </Button>
        )}
        <CopyButton value={items.map(formatItemAsText).join('\n\n')} label={t('copySection')} />
      </Group>
    </Alert>
  );
}
