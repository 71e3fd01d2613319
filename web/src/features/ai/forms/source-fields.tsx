import { Text, TextInput, Textarea } from '@mantine/core';
import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { codePoints } from '@training/shared/primitives';
import { useDeferredValue } from 'react';

interface SourceFieldsProps {
  text: string;
  titleProps: object;
  textProps: object;
}

/** Fields for a title and a pasted text, with the text's length and limit. */
export function SourceFields({ text, titleProps, textProps }: SourceFieldsProps) {
  return (
    <>
      <TextInput label="Title" description="Optional. What the text is about." autoComplete="off" {...titleProps} />
      <div>
        <Textarea
          label="Text"
          description="Cards and questions use only what it says."
          autosize
          minRows={8}
          maxRows={18}
          {...textProps}
        />
        <LengthOf text={text} max={AI_LIMITS.sourceText} />
      </div>
    </>
  );
}

/** Counts like the server. Deferred, so that it doesn't slow down typing. */
export function LengthOf({ text, max }: { text: string; max: number }) {
  const length = codePoints(useDeferredValue(text));
  return (
    <Text size="xs" c={length > max ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} ta="end">
      {length.toLocaleString()} of {max.toLocaleString()} characters
    </Text>
  );
}
