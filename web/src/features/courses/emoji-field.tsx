import { TextInput } from '@mantine/core';
import { Emoji } from '@training/shared/courses/courses';
import type { ReactNode } from 'react';
import classes from './emoji-field.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** A small selection. Any other emoji can be typed or pasted. */
const CHOICE = ['📦', '🚜', '🧊', '🔥', '🦺', '🧯', '🧰', '🧪', '🩺', '💻', '🔐', '📈', '🤝', '🗣️', '🌍', '📚'];

/** Adds the emoji variation selector, because some keyboards type a heart or gear as the plain symbol. */
function asEmoji(typed: string): string {
  const selected = `${typed}\u{FE0F}`;
  return Emoji.safeParse(selected).success ? selected : typed;
}

interface EmojiFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** Accepts exactly one emoji, selected or typed. */
export function EmojiField({ value, error, onChange }: EmojiFieldProps) {
  return (
    <div>
      <TextInput
        label={t('emoji')}
        description={t('chooseOneTypeAny')}
        className={classes.field}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(asEmoji(currentTarget.value.trim()))}
      />
      <fieldset className={classes.choice} aria-label={t('choiceOfEmojis')}>
        {CHOICE.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={classes.emoji}
            aria-pressed={emoji === value}
            onClick={() => onChange(emoji)}
          >
            {emoji}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
