import { Group, Text } from '@mantine/core';
import { codePoints } from '@training/shared/primitives';
import { EXCERPT_LENGTH, type SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { plainText } from '../../lib/markdown/plain-text.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { useKeptFocus } from '../../ui/focus/kept-focus.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { SuggestionAction } from './suggestion-actions.tsx';
import { Acceptance, Dismissal, DuplicateMark, Origin, Supersession } from './suggestion-facts.tsx';
import classes from './suggestions.module.css';
import { UndoDismissal } from './undo-dismissal.tsx';

interface SuggestionListProps {
  suggestions: SuggestionSummary[];
  /** Actions on pending suggestions; empty for read-only users. */
  actions: SuggestionAction[];
  /** True if dismissals may be undone. */
  mayUndo: boolean;
}

export function SuggestionList({ suggestions, actions, mayUndo }: SuggestionListProps) {
  const { workspace } = useWorkspace();
  const list = useKeptFocus<HTMLUListElement>();
  return (
    <ul ref={list} className={classes.list} aria-label="Suggestions">
      {suggestions.map((suggestion) => (
        <li key={suggestion.id} className={classes.row}>
          <div className={classes.words}>
            <Group gap="xs">
              <TextLink
                to="/$workspace/recommended/$suggestion"
                params={{ workspace: workspace.slug, suggestion: suggestion.id }}
                fw={600}
              >
                {suggestion.title}
              </TextLink>
              {suggestion.duplicate_of !== null && <DuplicateMark of={suggestion.duplicate_of} />}
            </Group>
            <Text dir="auto" size="sm" lineClamp={2}>
              {excerptOf(suggestion)}
            </Text>
            <Origin suggestion={suggestion} />
            <Dismissal suggestion={suggestion} />
            <Acceptance suggestion={suggestion} />
            <Supersession suggestion={suggestion} />
          </div>
          {suggestion.status === 'pending' && (
            <Group gap="xs" className={classes.actions}>
              {actions.map(({ verb, label, nameFor, ask }) => (
                <RowButton key={verb} aria-label={nameFor(suggestion.title)} onClick={() => ask(suggestion)}>
                  {label}
                </RowButton>
              ))}
            </Group>
          )}
          {mayUndo && suggestion.status === 'dismissed' && <UndoDismissal suggestion={suggestion} />}
        </li>
      ))}
    </ul>
  );
}

/** The number of characters shown. */
const DRAWN = 240;

/** Returns the beginning of the content, without Markdown syntax and without a heading that repeats the title. */
function excerptOf({ title, excerpt }: SuggestionSummary): string {
  const text = plainText(excerpt);
  const body = text.startsWith(title) ? text.slice(title.length).trimStart() : text;
  const isWhole = body.length <= DRAWN && codePoints(excerpt) < EXCERPT_LENGTH;
  return isWhole ? body : `${body.slice(0, DRAWN).toWellFormed().trimEnd()}…`;
}
