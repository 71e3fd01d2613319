import { Button, Group, Stack, Text, Radio } from '@mantine/core';
import { useState, useId, useMemo } from 'react';
import type { SectionKind } from '@training/shared/courses/courses';
import { diffWordsWithSpace } from 'diff';
import { itemNameOf } from '../module-words.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import shared from '../modules.module.css';
import { type AnyItem, formatItemAsText } from './item-text.ts';
import type { MergeConflict, MergeSide } from './merge.ts';
import classes from './drafts.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface ChoicesProps {
  conflicts: MergeConflict<AnyItem>[];
  /** The section's current items, in order. */
  items: AnyItem[];
  section: SectionKind;
  /** Receives the chosen sides by conflict id. */
  onChoose: (choices: ReadonlyMap<string, MergeSide>) => void;
  onClose: () => void;
}

/** Shows both versions of each conflicting item side by side, for the later author to choose. */
export function ItemMergeConflictDialog({ opened, ...choices }: ChoicesProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={choices.onClose} title={t('changedTwoPlaces')} size="xl">
      <Choices {...choices} />
    </FormDialog>
  );
}

function Choices({ conflicts, items, section, onChoose, onClose }: ChoicesProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const choose = (id: string, side: MergeSide) => setChoices((before) => new Map(before).set(id, side));
  const chooseAll = (side: MergeSide) => setChoices(new Map(conflicts.map(({ id }) => [id, side])));
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const nameOf = (id: string) => {
    const at = items.findIndex((item) => item.id === id);
    return at < 0 ? t(`youRemoved.${section}`) : itemNameOf(section, at + 1);
  };
  return (
    <Stack>
      <Text>{t('someoneElseAnotherTab')}</Text>
      {conflicts.length > 1 && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => chooseAll('mine')}>
            {t('keepAllMine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
            {t('useAllTheirs')}
          </Button>
        </Group>
      )}
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.id}
          name={nameOf(conflict.id)}
          conflict={conflict}
          choice={choices.get(conflict.id)}
          onChoose={(side) => choose(conflict.id, side)}
        />
      ))}
      <Group justify="flex-end" gap="xs">
        {open > 0 && <Text c="dimmed">{t('choicesLeft', { count: open })}</Text>}
        <Button variant="default" onClick={onClose}>
          {t('notNow')}
        </Button>
        <Button
          disabled={open > 0}
          onClick={() => {
            onChoose(choices);
            onClose();
          }}
        >
          {t('saveChoices')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The time limit of the word comparison in milliseconds. Beyond it, differences aren't highlighted. */
const TIMEOUT = 200;

const SIDES: MergeSide[] = ['mine', 'theirs'];

interface ConflictChoiceProps {
  /** "Card 3" */
  name: string;
  conflict: MergeConflict<AnyItem>;
  choice: MergeSide | undefined;
  onChoose: (side: MergeSide) => void;
}

function ConflictChoice({ name, conflict, choice, onChoose }: ConflictChoiceProps) {
  const group = useId();
  const { mine, theirs } = conflict;
  const words = useMemo(() => compare(mine, theirs), [mine, theirs]);
  return (
    <fieldset className={classes.conflict}>
      <legend>{name}</legend>
      <div className={shared.sides}>
        {SIDES.map((side) => (
          <div key={side} className={classes.version} data-chosen={choice === side || undefined}>
            <Radio
              name={group}
              label={t(`keep.${side}`)}
              checked={choice === side}
              onChange={() => onChoose(side)}
              data-autofocus={side === 'mine' || undefined}
            />
            {conflict[side] === null ? (
              <Text fs="italic">{t('removed')}</Text>
            ) : (
              <div dir="auto" className={classes.versionText}>
                {words
                  .filter((word) => word.side === null || word.side === side)
                  .map(({ text, side: only }, index) =>
                    only === null ? (
                      // The words are a fixed list with many duplicates.
                      // oxlint-disable-next-line react/no-array-index-key
                      <span key={index}>{text}</span>
                    ) : (
                      // oxlint-disable-next-line react/no-array-index-key
                      <mark key={index}>{text}</mark>
                    ),
                  )}
              </div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

interface Word {
  text: string;
  /** The only version that contains it; null if both do. */
  side: MergeSide | null;
}

function compare(mine: AnyItem | null, theirs: AnyItem | null): Word[] {
  const own = mine === null ? '' : formatItemAsText(mine);
  const other = theirs === null ? '' : formatItemAsText(theirs);
  if (mine === null || theirs === null) return [{ text: own || other, side: null }];
  const words = diffWordsWithSpace(own, other, { timeout: TIMEOUT });
  if (words === undefined)
    return [
      { text: own, side: 'mine' },
      { text: other, side: 'theirs' },
    ];
  return words.map(({ value, added, removed }) => ({ text: value, side: added ? 'theirs' : removed ? 'mine' : null }));
}
