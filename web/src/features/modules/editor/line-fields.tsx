import { ActionIcon, Button, Checkbox, Group, Radio } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { MultilineField } from '../../../ui/text-lines.tsx';
import classes from './editor.module.css';
import { findTextLengthProblem } from './markdown-field.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface LineFieldsProps {
  title: string;
  /** Returns the label of a line: "Option 2 of question 3", also within a sentence. */
  lineName: (number: number) => { label: string; inText: string };
  add: string;
  lines: string[];
  max: number;
  onChange: (lines: string[]) => void;
  /** Replaces the default removal. */
  onRemove?: (index: number) => void;
  /** Marks correct lines, if applicable. */
  marks?: {
    kind: 'single_choice' | 'multiple_choice';
    isMarked: (index: number) => boolean;
    onMark: (index: number, isRight: boolean) => void;
  };
}

/** A list of one-line text fields with a maximum number. */
export function LineFields({ title, lineName, add, lines, max, onChange, onRemove, marks }: LineFieldsProps) {
  const group = useId();
  const Mark = marks?.kind === 'single_choice' ? Radio : Checkbox;
  const remove = onRemove ?? ((index: number) => onChange(lines.toSpliced(index, 1)));
  return (
    <fieldset className={classes.lines}>
      <legend>{title}</legend>
      {lines.map((line, index) => {
        const { label, inText } = lineName(index + 1);
        return (
          // Lines have no identity but their index, and are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            {marks !== undefined && (
              <Mark
                className={classes.mark}
                name={group}
                aria-label={t('isCorrect', { line: label })}
                checked={marks.isMarked(index)}
                onChange={({ currentTarget }) => marks.onMark(index, currentTarget.checked)}
              />
            )}
            <MultilineField
              className={classes.line}
              classNames={{ input: classes.lineText }}
              aria-label={label}
              rows={1}
              value={line}
              error={findTextLengthProblem(line, CONTENT_LIMITS.option)}
              // A long line wraps, but can't contain line breaks.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={({ currentTarget }) =>
                onChange(lines.with(index, currentTarget.value.replace(/(?<!\s)\s*\n\s*/g, ' ')))
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={t('removeItem', { name: inText })}
              onClick={({ currentTarget }) => {
                const fields = currentTarget.closest('fieldset');
                flushSync(() => remove(index));
                // Focuses the line now in its place, or the one before.
                focusLine(fields, Math.min(index, lines.length - 2));
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      {lines.length < max && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={({ currentTarget }) => {
            // Synchronous, so that keys pressed right after go into the new line.
            flushSync(() => onChange([...lines, '']));
            focusLine(currentTarget.closest('fieldset'), lines.length);
          }}
        >
          {add}
        </Button>
      )}
    </fieldset>
  );
}

/** Focuses a line, or the add button if there is none. */
function focusLine(fields: Element | null, index: number): void {
  const line = index < 0 ? undefined : fields?.querySelectorAll<HTMLElement>('textarea').item(index);
  (line ?? fields?.querySelector<HTMLElement>('button'))?.focus();
}
