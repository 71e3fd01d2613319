import type { ItemSource } from '@training/shared/courses/courses';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './items.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

/** The quote that a card or question was created from, and its source (rules/courses-and-modules 8). */
export function ItemSourceNote({ source: { quote, name, url, suggestion_id } }: { source: ItemSource }) {
  return (
    <details className={classes.source}>
      <summary>{name === '' ? t('source') : t('sourceNamed', { name })}</summary>
      {quote !== '' && <blockquote dir="auto">{quote}</blockquote>}
      <p>
        {url !== null && /^https?:\/\//i.test(url) && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {t('opensNewTab', { name: name || t('theSource') })}
          </a>
        )}{' '}
        {suggestion_id !== null && (
          <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: suggestion_id }} underline="always">
            {t('theSuggestion')}
          </TextLink>
        )}
      </p>
    </details>
  );
}
