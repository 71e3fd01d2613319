import { Text } from '@mantine/core';
import type { ItemFlag } from '@training/shared/ai/generated-items';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from '../ai.module.css';
import { languageName } from '../../../lib/in-words.ts';

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
    case 'limit':
      return `Turns round what the passage says: ${detail}`;
    case 'negation':
      return `The source has a “not” here, or none: ${detail}`;
    case 'language':
      return `In another language: ${languageName(detail)}`;
    case 'markup':
      return 'Contains markup or a script';
    case 'contact':
      return `“${detail}”, a number to call or an address, is not in the source`;
    case 'to_ai':
      return `The source speaks to AI here: ${detail}`;
    case 'about_document':
      return 'Asks about the document, not about what it teaches';
    case 'list':
      return 'A list too long to remember';
    case 'other_passage':
      return `Another passage fits better: “${detail}”`;
    case 'other_option':
      return `The passage rather says “${detail}”`;
    case 'options_alike':
      return `Options mean the same: ${detail}`;
    case 'key_in_prompt':
      return 'The question gives its answer away';
    case 'explanation':
      return `The explanation speaks for another option: ${detail}`;
    case 'scanned':
      return `Page ${detail} was read from a picture: check names and figures`;
    case 'pictured':
      return `Picture ${detail} was read by a model: check names and figures`;
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
