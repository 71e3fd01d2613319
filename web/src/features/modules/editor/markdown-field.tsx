import { countCodePoints } from '@training/shared/text';
import { MultilineField } from '../../../ui/text-lines.tsx';
import classes from './editor.module.css';
import { LazyMarkdown } from './lazy-previews.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface MarkdownFieldProps {
  /** The accessible name: "Front of card 3". */
  name: string;
  label: string;
  value: string;
  /** The maximum length in code points, same as the server's. */
  max: number;
  isPreviewed: boolean;
  rows?: number;
  onChange: (value: string) => void;
}

/** A Markdown field, or its preview. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { name, label, value, max, isPreviewed, rows = 2, onChange } = props;
  if (isPreviewed) {
    return (
      <section className={classes.preview} aria-label={t('previewOfField', { name })}>
        <div className={classes.previewLabel}>{label}</div>
        {value.trim() === '' ? (
          <span className={classes.nothing}>{t('nothingYet')}</span>
        ) : (
          <LazyMarkdown>{value}</LazyMarkdown>
        )}
      </section>
    );
  }
  const excess = findTextLengthProblem(value, max);
  return (
    <MultilineField
      label={label}
      aria-label={name}
      classNames={{ wrapper: classes.growingFrame, input: classes.growing }}
      rows={rows}
      value={value}
      error={excess}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Explains why a text is too long; null if it isn't. */
export function findTextLengthProblem(value: string, max: number): string | null {
  // The number of UTF-16 units is an upper bound of the number of code points.
  if (value.length <= max || countCodePoints(value) <= max) return null;
  return t('tooLong', { most: max, length: countCodePoints(value) });
}
