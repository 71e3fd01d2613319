import { Text } from '@mantine/core';
import type { ItemFlag } from '@training/shared/ai/generated-items';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from '../ai.module.css';

/** Warnings to check before using the item. */
export function Flags({ flags }: { flags: ItemFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <div className={classes.flags}>
      {flags.map(({ kind, detail }) => (
        <div key={`${kind} ${detail}`}>
          <IconAlertTriangle size={16} aria-hidden />
          <Text span size="sm" dir="auto">
            {wordsFor({ kind, detail })}
          </Text>
        </div>
      ))}
    </div>
  );
}

function wordsFor({ kind, detail }: ItemFlag): string {
  switch (kind) {
    case 'figure':
      return `“${detail}” is not in the passage`;
    case 'name':
      return `“${detail}” is not in the source`;
    case 'long_answer':
      return 'The correct answer is much longer than the others';
    case 'alike':
      return `Much like “${detail}”`;
    case 'yes_no':
      return 'Can be answered with yes or no';
    case 'all_of_them':
      return 'An option stands for the others';
    case 'unsupported':
      return detail === '' ? 'The passage doesn’t say all of it' : `The passage doesn’t say all of it: ${detail}`;
    case 'unanswerable':
      return 'The source may not answer it';
    case 'other_answer':
      return `A second look answered “${detail}”`;
    case 'ambiguous':
      return `More than one may be correct: ${detail}`;
    case 'unchecked':
      return 'Not checked against the source';
  }
}
