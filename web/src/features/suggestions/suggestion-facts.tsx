import { Badge, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { useWorkspace } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './suggestions.module.css';

/** The source, the department and the date of a suggestion. */
export function Origin({ suggestion }: { suggestion: SuggestionSummary }) {
  return (
    <Text size="sm" c="dimmed" component="span" className={classes.facts}>
      <Source suggestion={suggestion} />
      <span>{suggestion.department ?? 'No department'}</span>
      <Time at={suggestion.created_at} />
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
        aria-label={`${title} in ${source_name}, opens a new tab`}
      >
        {source_name}
        <IconExternalLink size={13} aria-hidden />
      </a>
    </span>
  );
}

/** Says who dismissed it, when and why; nothing while it is pending. */
export function Dismissal({
  suggestion: { dismissed_at, dismissed_by, dismiss_reason },
}: {
  suggestion: SuggestionSummary;
}) {
  if (dismissed_at === null) return null;
  return (
    <Text size="sm">
      Dismissed <Time at={dismissed_at} />
      {dismissed_by !== null && ` by ${dismissed_by}`}
      {dismiss_reason !== null && (
        <>
          : “<bdi>{dismiss_reason}</bdi>”
        </>
      )}
    </Text>
  );
}

/** Says who accepted it and when, with a link to the module; nothing unless accepted. */
export function Acceptance({ suggestion: { accepted } }: { suggestion: SuggestionSummary }) {
  const { workspace } = useWorkspace();
  if (accepted === null) return null;
  const { at, by, module } = accepted;
  return (
    <Text size="sm" component="div">
      Accepted <Time at={at} />
      {by !== null && ` by ${by}`}
      {module === null ? (
        ', into a course of another department.'
      ) : (
        <>
          {' '}
          as{' '}
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ workspace: workspace.slug, course: module.course_id, module: module.id }}
            underline="always"
          >
            {module.title}
          </TextLink>
        </>
      )}
    </Text>
  );
}

/** Links to the newer text that replaced it; nothing if there is none. */
export function Supersession({ suggestion: { superseded } }: { suggestion: SuggestionSummary }) {
  if (superseded === null) return null;
  return (
    <Text size="sm" component="div">
      Superseded <Time at={superseded.at} />
      {superseded.by === null ? (
        ' by a newer text, in the queue of another department.'
      ) : (
        <>
          {' '}
          by <SuggestionLink to={superseded.by} />
        </>
      )}
    </Text>
  );
}

/** A link to another suggestion. */
export function SuggestionLink({ to: { id, title } }: { to: { id: string; title: string } }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink
      to="/$workspace/recommended/$suggestion"
      params={{ workspace: workspace.slug, suggestion: id }}
      c="inherit"
      underline="always"
    >
      {title}
    </TextLink>
  );
}

/** Links to the earlier suggestion with the same or nearly the same text. */
export function DuplicateMark({ of }: { of: string }) {
  const { workspace } = useWorkspace();
  return (
    <Badge variant="dot" color="yellow" className={classes.duplicate}>
      <TextLink
        to="/$workspace/recommended/$suggestion"
        params={{ workspace: workspace.slug, suggestion: of }}
        c="inherit"
      >
        Near duplicate of an earlier one
      </TextLink>
    </Badge>
  );
}
