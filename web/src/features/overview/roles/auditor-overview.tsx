import { Anchor } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import type { OverviewOf } from '@training/shared/overview/overview';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { sentenceInWords } from '../../events/sentence-parts.ts';
import { Line, Lines, Nothing } from '../lines.tsx';
import { Panel } from '../panel.tsx';
import { StandingFigure } from '../standing-figure.tsx';
import classes from '../overview.module.css';

/** The latest changes, and the exports. */
export function AuditorOverview({ overview: { changes, standing } }: { overview: OverviewOf<'auditor'> }) {
  const { workspace } = useWorkspace();
  const params = { workspace: workspace.slug };
  return (
    <div className={classes.columns}>
      <Panel
        title="Latest changes"
        more={
          <TextLink to="/$workspace/audit" params={params}>
            Audit log
          </TextLink>
        }
      >
        {changes.length === 0 ? (
          <Nothing>Changes will appear here.</Nothing>
        ) : (
          <Lines label="Latest changes">
            {changes.map((event) => {
              const { actor, subject } = event;
              return (
                <Line
                  key={event.id}
                  icon={IconHistory}
                  link={
                    <TextLink to="/$workspace/audit" params={params} search={{ q: subject.name || actor.name }}>
                      {sentenceInWords(event)}
                    </TextLink>
                  }
                  at={event.at}
                />
              );
            })}
          </Lines>
        )}
      </Panel>
      <div className={classes.column}>
        <Exports />
        <StandingFigure standing={standing} of="in this workspace" />
      </div>
    </div>
  );
}

/** Describes each export, to save the search for the page with its button. */
function Exports() {
  const { workspace } = useWorkspace();
  const params = { workspace: workspace.slug };
  return (
    <Panel title="Exports">
      <Lines label="Exports">
        <Line
          icon={IconDownload}
          link={
            <TextLink to="/$workspace/audit" params={params} search={{}}>
              Evidence pack and audit log
            </TextLink>
          }
          more="By person, module or date: a verifiable ZIP, or the log as CSV"
        />
        <Line
          icon={IconDownload}
          link={
            <Anchor inherit href={`/api/workspaces/${workspace.slug}/analytics/learners`} download>
              Results of every learner
            </Anchor>
          }
          more="CSV, one row per person"
        />
        <Line
          icon={IconDownload}
          link={
            <Anchor inherit href={`/api/workspaces/${workspace.slug}/analytics/modules`} download>
              Completion of every module
            </Anchor>
          }
          more="CSV, one row per module"
        />
      </Lines>
    </Panel>
  );
}
