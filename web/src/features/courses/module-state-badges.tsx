import type { ModuleSummary } from '@training/shared/courses/courses';
import { Badge } from '@mantine/core';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { trpc } from '../../lib/api/trpc.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { ModuleStatusBadge } from './states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

interface ModuleStandingProps extends Pick<ModuleSummary, 'status' | 'workflow'> {
  /** The number of open queries, shown if positive. Pages that list the queries can omit it. */
  openQueries?: number;
}

/**
 * The state of a module. A published module also shows the state of its working copy, because it stays published
 * meanwhile.
 */
export function ModuleStateBadges({ status, workflow, openQueries = 0 }: ModuleStandingProps) {
  return (
    <>
      <ModuleStatusBadge status={status} />
      {status === 'published' && workflow !== null && <span>{t('nextVersion')}</span>}
      {status === 'published' && workflow !== null && <ModuleStatusBadge status={workflow} />}
      {openQueries > 0 && <span>{t('requestedChanges', { count: openQueries })}</span>}
    </>
  );
}

/** Marks a module in its course's list if one of its source documents has changed. All rows share one query. */
export function ModuleSourceChangedMark({ course, module }: { course: string; module: string }) {
  const marked = trpc.sourceDrift.marked.useQuery({ course_id: course, limit: CONTENT_LIMITS.modules });
  const mark = marked.data?.modules.find(({ module_id }) => module_id === module);
  if (mark === undefined) return null;
  return (
    <TextLink
      to="/$workspace/courses/$course/$module/source"
      params={{ course, module }}
      display="inline-flex"
      aria-label={t('sourceOfChanged', { title: mark.title })}
    >
      <Badge component="span" variant="dot" color="yellow">
        {t('sourceChanged')}
      </Badge>
    </TextLink>
  );
}
