import { Radio, Text } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useId, useMemo } from 'react';
import shared from '../modules.module.css';
import classes from './drafts.module.css';
import { type AnyItem, textOf } from './item-text.ts';
import type { Conflict, Side } from './merge.ts';

/** The time limit of the word comparison in milliseconds. Beyond it, differences aren't highlighted. */
const TIMEOUT = 200;

const SIDES: { side: Side; label: string }[] = [
  { side: 'mine', label: 'Keep mine' },
  { side: 'theirs', label: 'Use theirs' },
];

interface ConflictChoiceProps {
  /** "Card 3" */
  name: string;
  conflict: Conflict<AnyItem>;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
}

export function ConflictChoice({ name, conflict, choice, onChoose }: ConflictChoiceProps) {
  const group = useId();
  const { mine, theirs } = conflict;
  const words = useMemo(() => compare(mine, theirs), [mine, theirs]);
  return (
    <fieldset className={classes.conflict}>
      <legend>{name}</legend>
      <div className={shared.sides}>
        {SIDES.map(({ side, label }) => (
          <div key={side} className={classes.version} data-chosen={choice === side || undefined}>
            <Radio
              name={group}
              label={label}
              checked={choice === side}
              onChange={() => onChoose(side)}
              data-autofocus={side === 'mine' || undefined}
            />
            {conflict[side] === null ? (
              <Text fs="italic">Removed</Text>
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
  side: Side | null;
}

function compare(mine: AnyItem | null, theirs: AnyItem | null): Word[] {
  const own = mine === null ? '' : textOf(mine);
  const other = theirs === null ? '' : textOf(theirs);
  if (mine === null || theirs === null) return [{ text: own || other, side: null }];
  const words = diffWordsWithSpace(own, other, { timeout: TIMEOUT });
  if (words === undefined)
    return [
      { text: own, side: 'mine' },
      { text: other, side: 'theirs' },
    ];
  return words.map(({ value, added, removed }) => ({ text: value, side: added ? 'theirs' : removed ? 'mine' : null }));
}
