import { Text, TextInput, Textarea } from '@mantine/core';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { countCodePoints } from '@training/shared/text';
import { useDeferredValue } from 'react';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface SourceFieldsProps {
  text: string;
  titleProps: object;
  textProps: object;
}

/** Fields for a title and a pasted text, with the text's length and limit. */
export function SourceTextFields({ text, titleProps, textProps }: SourceFieldsProps) {
  return (
    <>
      <TextInput label={t('title')} description={t('optionalWhatTextAbout')} autoComplete="off" {...titleProps} />
      <div>
        <Textarea
          label={t('text')}
          description={t('cardsQuestionsUseOnly')}
          autosize
          minRows={8}
          maxRows={18}
          {...textProps}
        />
        <CharacterCount text={text} max={AI_INPUT_LIMITS.sourceText} />
      </div>
    </>
  );
}

/** Counts like the server. Deferred, so that it doesn't slow down typing. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const length = countCodePoints(useDeferredValue(text));
  return (
    <Text size="xs" c={length > max ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} ta="end">
      {t('charactersOf', { length, most: max })}
    </Text>
  );
}
