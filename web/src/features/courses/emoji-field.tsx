import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './emoji-field.module.css';

/** A small choice; any other can be typed or pasted. */
const CHOICE = ['📦', '🚜', '🧊', '🔥', '🦺', '🧯', '🧰', '🧪', '🩺', '💻', '🔐', '📈', '🤝', '🗣️', '🌍', '📚'];

interface EmojiFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** Exactly one emoji: from the choice, or typed. */
export function EmojiField({ value, error, onChange }: EmojiFieldProps) {
  return (
    <div>
      <TextInput
        label="Emoji"
        description="One that stands for the course: choose, or type any other."
        className={classes.field}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
      <fieldset className={classes.choice} aria-label="Choice of emojis">
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
