import { IconInbox, IconMessageQuestion, IconPencil, IconSparkles } from '@tabler/icons-react';
import type { OpenQuery, OverviewOf, OwnDraft, WaitingJob } from '@training/shared/overview/overview';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { anchorOf } from '../../items/item-anchor.ts';
import { Line, Lines, Nothing } from '../lines.tsx';
import { Panel } from '../panel.tsx';
import { StandingFigure } from '../standing-figure.tsx';
import classes from '../overview.module.css';

/** Open queries, drafts, running jobs and suggestions. */
export function TrainerOverview({ overview }: { overview: OverviewOf<'trainer'> }) {
  const { workspace, user } = useWorkspace();
  const params = { workspace: workspace.slug };
  const { queries, drafts, jobs, suggestions, standing } = overview;
  const courses = (
    <TextLink to="/$workspace/courses" params={params}>
      Courses
    </TextLink>
  );
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Panel title="Reviewers ask" total={queries.total} more={courses}>
          {queries.lines.length === 0 ? (
            <Nothing>Nothing to answer. Changes that reviewers ask for will appear here.</Nothing>
          ) : (
            <Lines label="What reviewers ask">
              {queries.lines.map((query) => (
                <QueryLine key={query.comment_id} query={query} />
              ))}
            </Lines>
          )}
        </Panel>
        <Panel title="In progress" total={drafts.total + jobs.total} more={courses}>
          {drafts.lines.length + jobs.lines.length === 0 ? (
            <Nothing>Your drafts will appear here. Start one in a course or from a suggestion.</Nothing>
          ) : (
            <Lines label="Drafts and AI jobs">
              {jobs.lines.map((job) => (
                <JobLine key={job.id} job={job} />
              ))}
              {drafts.lines.map((draft) => (
                <DraftLine key={draft.module_id} draft={draft} />
              ))}
            </Lines>
          )}
        </Panel>
      </div>
      <div className={classes.column}>
        <Panel
          title="Suggestions"
          total={suggestions.total}
          more={
            <TextLink to="/$workspace/recommended" params={params}>
              All suggestions
            </TextLink>
          }
        >
          {suggestions.lines.length === 0 ? (
            <Nothing>Suggestions from your drives and other systems will appear here.</Nothing>
          ) : (
            <Lines label="Newest suggestions">
              {suggestions.lines.map(({ id, title, source_name, created_at }) => (
                <Line
                  key={id}
                  icon={IconInbox}
                  link={
                    <TextLink to="/$workspace/recommended/$suggestion" params={{ ...params, suggestion: id }}>
                      {title}
                    </TextLink>
                  }
                  more={`from ${source_name}`}
                  at={created_at}
                />
              ))}
            </Lines>
          )}
        </Panel>
        <StandingFigure
          standing={standing}
          of={user.department === null ? 'of your people' : `in ${user.department}`}
        />
      </div>
    </div>
  );
}

const SECTIONS = { flashcards: 'flashcards', quiz: 'quiz' } as const;

function QueryLine({ query }: { query: OpenQuery }) {
  const { workspace } = useWorkspace();
  const { module_id, course_id, title, section, item_id, body, by, at } = query;
  return (
    <Line
      icon={IconMessageQuestion}
      link={
        <TextLink
          to="/$workspace/courses/$course/$module"
          params={{ workspace: workspace.slug, course: course_id, module: module_id }}
          hash={item_id === null ? undefined : anchorOf(item_id)}
        >
          {title}
        </TextLink>
      }
      more={
        <>
          {by} about the {SECTIONS[section]}: “{body}”
        </>
      }
      at={at}
    />
  );
}

function DraftLine({ draft }: { draft: OwnDraft }) {
  const { workspace } = useWorkspace();
  const { module_id, course_id, title, course, rejected, changed_at } = draft;
  return (
    <Line
      icon={IconPencil}
      link={
        <TextLink
          to="/$workspace/courses/$course/$module"
          params={{ workspace: workspace.slug, course: course_id, module: module_id }}
        >
          {title}
        </TextLink>
      }
      more={rejected ? `${course} · rejected` : course}
      at={changed_at}
    />
  );
}

const JOB_STATES: Record<WaitingJob['state'], string> = {
  queued: 'Queued',
  running: 'Running',
  parked: 'Waiting for a working provider key',
};

function JobLine({ job: { id, title, state, created_at } }: { job: WaitingJob }) {
  const { workspace } = useWorkspace();
  return (
    <Line
      icon={IconSparkles}
      link={
        <TextLink to="/$workspace/ai/jobs/$job" params={{ workspace: workspace.slug, job: id }}>
          {title}
        </TextLink>
      }
      more={JOB_STATES[state]}
      at={created_at}
      urgent={state === 'parked'}
    />
  );
}
