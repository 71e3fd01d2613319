import { Badge, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import classes from './suggestions.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

/** The source, the department and the date of a suggestion. */
export function SuggestionOrigin({ suggestion }: { suggestion: SuggestionSummary }) {
  return (
    <Text size="sm" c="dimmed" component="span" className={classes.facts}>
      <Source suggestion={suggestion} />
      <span>{suggestion.department ?? t('noDepartment')}</span>
      <TimeAgo at={suggestion.created_at} />
    </Text>
  );
}

function Source({ suggestion: { source_name, source_url, title } }: { suggestion: SuggestionSummary }) {
  if (source_url === null) return <span>{source_name}</span>;
  return (
    <span>
      {/* An external page: the referrer is withheld. */}
      <a
        href={source_url}
        target="_blank"
        rel="noreferrer"
        className={classes.source}
        aria-label={t('opensNewTab', { title, source: source_name })}
      >
        {source_name}
        <IconExternalLink size={13} aria-hidden />
      </a>
    </span>
  );
}

/** Says who dismissed it, when and why; nothing while it is pending. */
export function DismissalNote({
  suggestion: { dismissed_at, dismissed_by, dismiss_reason },
}: {
  suggestion: SuggestionSummary;
}) {
  if (dismissed_at === null) return null;
  const at = () => <TimeAgo at={dismissed_at} />;
  const reason = () => <bdi>{dismiss_reason}</bdi>;
  const fact = () => {
    if (dismiss_reason === null) {
      return dismissed_by === null ? t.nodes('dismissedAt', { at }) : t.nodes('dismissedBy', { at, by: dismissed_by });
    }
    return dismissed_by === null
      ? t.nodes('dismissedBecause', { at, reason })
      : t.nodes('dismissedByBecause', { at, by: dismissed_by, reason });
  };
  return <Text size="sm">{fact()}</Text>;
}

/** Says who accepted it and when, with a link to the module; nothing unless accepted. */
export function AcceptanceNote({ suggestion: { accepted } }: { suggestion: SuggestionSummary }) {
  if (accepted === null) return null;
  const { by, module } = accepted;
  const at = () => <TimeAgo at={accepted.at} />;
  const fact = () => {
    if (module === null) {
      return by === null ? t.nodes('acceptedElsewhere', { at }) : t.nodes('acceptedElsewhereBy', { at, by });
    }
    const link = () => (
      <TextLink
        to="/$workspace/courses/$course/$module"
        params={{ course: module.course_id, module: module.id }}
        underline="always"
      >
        {module.title}
      </TextLink>
    );
    return by === null
      ? t.nodes('acceptedAs', { at, module: link })
      : t.nodes('acceptedAsBy', { at, by, module: link });
  };
  return (
    <Text size="sm" component="div">
      {fact()}
    </Text>
  );
}

/** Links to the newer text that replaced it; nothing if there is none. */
export function SupersessionNote({ suggestion: { superseded } }: { suggestion: SuggestionSummary }) {
  if (superseded === null) return null;
  const { by } = superseded;
  const at = () => <TimeAgo at={superseded.at} />;
  return (
    <Text size="sm" component="div">
      {by === null
        ? t.nodes('supersededElsewhere', { at })
        : t.nodes('supersededBy', { at, newer: () => <SuggestionLink to={by} /> })}
    </Text>
  );
}

/** A link to another suggestion. */
export function SuggestionLink({ to: { id, title } }: { to: { id: string; title: string } }) {
  return (
    <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: id }} c="inherit" underline="always">
      {title}
    </TextLink>
  );
}

/** Links to the earlier suggestion with the same or nearly the same text. */
export function DuplicateMark({ of }: { of: string }) {
  return (
    <Badge variant="dot" color="yellow" className={classes.duplicate}>
      <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: of }} c="inherit">
        {t('nearDuplicateEarlierOne')}
      </TextLink>
    </Badge>
  );
}
