import { IconInbox, IconMessageQuestion, IconPencil, IconSparkles } from '@tabler/icons-react';
import type {
  UnresolvedReviewQuery,
  OverviewOfRole,
  OwnModuleDraft,
  UnfinishedAiJob,
} from '@training/shared/overview/overview';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { itemElementIdOf } from '../../items/item-anchor.ts';
import { OverviewRow, OverviewList, EmptyList } from '../lines.tsx';
import { OverviewPanel } from '../panel.tsx';
import { TrainingProgressFigure } from '../training-progress-figure.tsx';
import classes from '../overview.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('overview');

/** Open queries, drafts, running jobs and suggestions. */
export function TrainerOverview({ overview }: { overview: OverviewOfRole<'trainer'> }) {
  const { user } = useWorkspaceSession();
  const { queries, drafts, jobs, suggestions, standing } = overview;
  const courses = <TextLink to="/$workspace/courses">{t('courses')}</TextLink>;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <OverviewPanel title={t('reviewersAsk')} total={queries.total} more={courses}>
          {queries.lines.length === 0 ? (
            <EmptyList>{t('nothingAnswerChanges')}</EmptyList>
          ) : (
            <OverviewList label={t('whatReviewersAsk')}>
              {queries.lines.map((query) => (
                <QueryLine key={query.comment_id} query={query} />
              ))}
            </OverviewList>
          )}
        </OverviewPanel>
        <OverviewPanel title={t('inProgress')} total={drafts.total + jobs.total} more={courses}>
          {drafts.lines.length + jobs.lines.length === 0 ? (
            <EmptyList>{t('draftsWillAppearHere')}</EmptyList>
          ) : (
            <OverviewList label={t('draftsAiJobs')}>
              {jobs.lines.map((job) => (
                <JobLine key={job.id} job={job} />
              ))}
              {drafts.lines.map((draft) => (
                <DraftLine key={draft.module_id} draft={draft} />
              ))}
            </OverviewList>
          )}
        </OverviewPanel>
      </div>
      <div className={classes.column}>
        <OverviewPanel
          title={t('suggestions')}
          total={suggestions.total}
          more={<TextLink to="/$workspace/recommended">{t('allSuggestions')}</TextLink>}
        >
          {suggestions.lines.length === 0 ? (
            <EmptyList>{t('suggestionsFromDrives')}</EmptyList>
          ) : (
            <OverviewList label={t('newestSuggestions')}>
              {suggestions.lines.map(({ id, title, source_name, created_at }) => (
                <OverviewRow
                  key={id}
                  icon={IconInbox}
                  link={
                    <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: id }}>
                      {title}
                    </TextLink>
                  }
                  more={t('fromSource', { source: source_name })}
                  at={created_at}
                />
              ))}
            </OverviewList>
          )}
        </OverviewPanel>
        <TrainingProgressFigure
          standing={standing}
          title={user.department === null ? t('trainingOfPeople') : t('trainingIn', { department: user.department })}
        />
      </div>
    </div>
  );
}

function QueryLine({ query }: { query: UnresolvedReviewQuery }) {
  const { module_id, course_id, title, section, item_id, body, by, at } = query;
  return (
    <OverviewRow
      icon={IconMessageQuestion}
      link={
        <TextLink
          to="/$workspace/courses/$course/$module"
          params={{ course: course_id, module: module_id }}
          hash={item_id === null ? undefined : itemElementIdOf(item_id)}
        >
          {title}
        </TextLink>
      }
      more={t('asksAbout', { by, section, body })}
      at={at}
    />
  );
}

function DraftLine({ draft }: { draft: OwnModuleDraft }) {
  const { module_id, course_id, title, course, rejected, changed_at } = draft;
  return (
    <OverviewRow
      icon={IconPencil}
      link={
        <TextLink to="/$workspace/courses/$course/$module" params={{ course: course_id, module: module_id }}>
          {title}
        </TextLink>
      }
      more={rejected ? t('courseRejected', { course }) : course}
      at={changed_at}
    />
  );
}

function JobLine({ job: { id, title, state, created_at } }: { job: UnfinishedAiJob }) {
  return (
    <OverviewRow
      icon={IconSparkles}
      link={
        <TextLink to="/$workspace/ai/jobs/$job" params={{ job: id }}>
          {title}
        </TextLink>
      }
      more={t(`job.${state}`)}
      at={created_at}
      urgent={state === 'parked'}
    />
  );
}
