import { Text } from '@mantine/core';
import type { GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from '../ai.module.css';
import { languageNameOfTag } from '../../../lib/i18n/in-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Warnings to check before using the item. */
export function GeneratedItemWarningList({ flags }: { flags: GeneratedItemWarning[] }) {
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

function wordsFor({ kind, detail }: GeneratedItemWarning): string {
  switch (kind) {
    case 'figure':
      return t('flag.figure', { detail });
    case 'name':
      return t('flag.name', { detail });
    case 'long_answer':
      return t('correctAnswerMuchLonger');
    case 'alike':
      return t('flag.alike', { detail });
    case 'yes_no':
      return t('answeredYesNo');
    case 'all_of_them':
      return t('optionStandsOthers');
    case 'limit':
      return t('flag.limit', { detail });
    case 'negation':
      return t('flag.negation', { detail });
    case 'language':
      return t('flag.language', { detail: languageNameOfTag(detail) });
    case 'markup':
      return t('containsMarkupScript');
    case 'contact':
      return t('flag.contact', { detail });
    case 'to_ai':
      return t('flag.to_ai', { detail });
    case 'about_document':
      return t('asksAboutDocumentNot');
    case 'list':
      return t('listTooLongRemember');
    case 'other_passage':
      return t('flag.other_passage', { detail });
    case 'other_option':
      return t('flag.other_option', { detail });
    case 'options_alike':
      return t('flag.options_alike', { detail });
    case 'key_in_prompt':
      return t('questionGivesAnswerAway');
    case 'explanation':
      return t('flag.explanation', { detail });
    case 'scanned':
      return t('flag.scanned', { detail });
    case 'pictured':
      return t('flag.pictured', { detail });
    case 'unsupported':
      return detail === '' ? t('passageDoesntSayAll') : t('flag.unsupported', { detail });
    case 'unanswerable':
      return t('sourceMayNotAnswer');
    case 'other_answer':
      return t('flag.other_answer', { detail });
    case 'ambiguous':
      return t('flag.ambiguous', { detail });
    case 'unchecked':
      return t('notCheckedAgainstSource');
  }
}
