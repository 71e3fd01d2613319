import { Button, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { GradingReport } from '@training/shared/grading/grading-report';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { exactTime } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './grading-report.module.css';
import { ReportedFigures } from './reported-figures.tsx';
import { Recipients } from './report-recipients.tsx';
import { NotMeasured, Oversight, Purpose, Retention } from './report-texts.tsx';

/** The report of what AI grading does in this workspace, to print for a works council or a data protection officer. */
export function GradingReportPage() {
  const { workspace } = useWorkspace();
  // Never refetched: what is read, printed and downloaded is of one moment.
  const report = trpc.grading.report.useQuery({}, { ...SLOW, staleTime: Infinity });
  return (
    <article className={classes.report}>
      <PageHeader
        title="AI grading report"
        description={report.data && `${report.data.workspace}, ${exactTime(report.data.until)}`}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/settings/spoken-answers" params={{ workspace: workspace.slug }}>
              Spoken answers
            </TextLink>
          </Breadcrumbs>
        }
        actions={report.data && <ReportActions report={report.data} />}
      />
      <PageState query={report} what="the report">
        {(found) => (
          <>
            <Purpose />
            <Oversight trust={found.trust} />
            <Recipients recipients={found.recipients} />
            <Retention />
            <Figures report={found} />
            <NotMeasured />
          </>
        )}
      </PageState>
    </article>
  );
}

function ReportActions({ report: { until } }: { report: GradingReport }) {
  const { workspace } = useWorkspace();
  const query = new URLSearchParams({ until });
  const address = (table: string) => `/api/workspaces/${workspace.slug}/grading-report/${table}?${query}`;
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <div className={classes.actions}>
      <Button component="a" href={address('figures')} download variant="default" leftSection={icon}>
        Figures as CSV
      </Button>
      <Button component="a" href={address('rows')} download variant="default" leftSection={icon}>
        Rows as CSV
      </Button>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}

function Figures({ report: { models, trust, earlier, complete } }: { report: GradingReport }) {
  return (
    <Section
      title="What became of its grades"
      description="Of each model with each version of its instructions, a hash that changes with them. “Rows as CSV” has what every figure is counted from, without names and texts, and the program server/examples/grading-figures.ts counts again."
    >
      {models.length === 0 && <Text>AI hasn’t graded an answer yet.</Text>}
      {models.map((model) => (
        <ReportedFigures key={[model.provider, model.model, model.prompt].join(' ')} model={model} trust={trust} />
      ))}
      {earlier.versions > 0 && (
        <Text>
          {counted(earlier.versions, 'earlier version')} graded {counted(earlier.graded, 'answer')}, and{' '}
          {earlier.versions === 1 ? 'is' : 'are'} in the rows only.
        </Text>
      )}
      {!complete && (
        <Text>There are too many languages and versions to count all of them here. The rows have all.</Text>
      )}
    </Section>
  );
}
