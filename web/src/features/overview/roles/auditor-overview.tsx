import { Anchor } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import type { OverviewOfRole } from '@training/shared/overview/overview';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { eventSentenceTextOf } from '../../events/sentence-parts.ts';
import { OverviewRow, OverviewList, EmptyList } from '../lines.tsx';
import { OverviewPanel } from '../panel.tsx';
import { TrainingProgressFigure } from '../training-progress-figure.tsx';
import classes from '../overview.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('overview');

/** The latest changes, and the exports. */
export function AuditorOverview({ overview: { changes, standing } }: { overview: OverviewOfRole<'auditor'> }) {
  return (
    <div className={classes.columns}>
      <OverviewPanel title={t('latestChanges')} more={<TextLink to="/$workspace/audit">{t('auditLog')}</TextLink>}>
        {changes.length === 0 ? (
          <EmptyList>{t('changesWillAppearHere')}</EmptyList>
        ) : (
          <OverviewList label={t('latestChanges')}>
            {changes.map((event) => {
              const { actor, subject } = event;
              return (
                <OverviewRow
                  key={event.id}
                  icon={IconHistory}
                  link={
                    <TextLink to="/$workspace/audit" search={{ q: subject.name || actor.name }}>
                      {eventSentenceTextOf(event)}
                    </TextLink>
                  }
                  at={event.at}
                />
              );
            })}
          </OverviewList>
        )}
      </OverviewPanel>
      <div className={classes.column}>
        <Exports />
        <TrainingProgressFigure standing={standing} title={t('trainingInWorkspace')} />
      </div>
    </div>
  );
}

/** Describes each export, to save the search for the page with its button. */
function Exports() {
  const { workspace } = useWorkspaceSession();
  return (
    <OverviewPanel title={t('exports')}>
      <OverviewList label={t('exports')}>
        <OverviewRow
          icon={IconDownload}
          link={
            <TextLink to="/$workspace/audit" search={{}}>
              {t('evidencePackAuditLog')}
            </TextLink>
          }
          more={t('personModuleDate')}
        />
        <OverviewRow
          icon={IconDownload}
          link={
            <Anchor inherit href={`/api/workspaces/${workspace.slug}/analytics/learners`} download>
              {t('resultsEveryLearner')}
            </Anchor>
          }
          more={t('csvPerPerson')}
        />
        <OverviewRow
          icon={IconDownload}
          link={
            <Anchor inherit href={`/api/workspaces/${workspace.slug}/analytics/modules`} download>
              {t('completionEveryModule')}
            </Anchor>
          }
          more={t('csvPerModule')}
        />
      </OverviewList>
    </OverviewPanel>
  );
}
