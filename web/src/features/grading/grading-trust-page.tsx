import { Button, Stack, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CALIBRATION, type ModelTrust } from '@training/shared/grading/grading-trust';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { AgreementTable } from './agreement-table.tsx';
import { TrustForm } from './trust-form.tsx';
import { dayOfMoment } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { counted, inFull } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { useWorkspace } from '../../lib/workspace.ts';
import { modelLabel } from '../provider-keys/key-words.ts';

/** The setting when AI grades count without a trainer, and people's verdicts on past grades (rules/grading 11). */
export function GradingTrustPage() {
  const { workspace } = useWorkspace();
  const report = trpc.grading.trust.useQuery();
  return (
    <>
      <PageHeader
        title="Spoken answers"
        description="AI grades spoken answers and says how sure it is. A grade that is sure enough counts at once. A trainer decides on the others and sees what AI proposes."
        actions={
          <Button
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/$workspace/settings/grading-report" params={{ workspace: workspace.slug }} {...props} />
            )}
          >
            AI grading report
          </Button>
        }
      />
      <PageState query={report} what="how answers are graded" loading={<Loading label="Loading grades" rows={3} />}>
        {({ trust, models }) => (
          <Stack gap="xl">
            <TrustForm saved={trust} />
            <TrustTable rows={models} isInForce={trust.by === 'trainers'} />
            <AgreementTable />
          </Stack>
        )}
      </PageState>
    </>
  );
}

/** People's verdicts on each model's grades, and the resulting threshold. */
function TrustTable({ rows, isInForce }: { rows: ModelTrust[]; isInForce: boolean }) {
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<ModelTrust>[] = [
    {
      key: 'model',
      header: 'Model',
      cell: ({ provider, model, checked_by }) => (
        <>
          {modelLabel(models, provider, model)}
          <Text size="xs" fw={400} c="dimmed">
            {PROVIDERS[provider].label}
            {checked_by !== null && `, second look by ${modelLabel(models, checked_by.provider, checked_by.model)}`}
          </Text>
        </>
      ),
    },
    { key: 'newest', header: 'Last graded', nowrap: true, cell: ({ newest }) => dayOfMoment(newest) },
    { key: 'counted', header: 'Counted at once', align: 'end', cell: ({ counted: grades }) => inFull(grades) },
    { key: 'changed', header: 'Changed since', align: 'end', cell: ({ changed }) => inFull(changed) },
    { key: 'proposed', header: 'Graded by trainers', align: 'end', cell: ({ proposed }) => inFull(proposed) },
    { key: 'differed', header: 'Graded differently', align: 'end', cell: ({ differed }) => inFull(differed) },
    { key: 'threshold', header: isInForce ? 'Counts' : 'Would count', cell: (row) => <Threshold {...row} /> },
  ];
  return (
    <section aria-labelledby="grades-by-model">
      <Title order={2} size="h3" id="grades-by-model">
        Trainers’ corrections
      </Title>
      <Text c="dimmed" mb="xs">
        {rows.length === 0
          ? 'No grades yet. Once AI has graded spoken answers, this shows how many of its grades people changed.'
          : `Of each model’s newest ${CALIBRATION.window} grades by the same instructions. No one looks at most grades that count, so each one that was changed is taken as ${CALIBRATION.unseen} wrong ones. The same is worked out from those at least ${CALIBRATION.olderThanDays} days old, and the higher figure holds.`}
      </Text>
      {rows.length > 0 && (
        <DataTable
          label="Trainers’ corrections of AI’s grades"
          columns={columns}
          rows={rows}
          rowKey={({ provider, model, prompt }) => [provider, model, prompt].join(' ')}
        />
      )}
    </section>
  );
}

function Threshold({ threshold, missing, waiting }: ModelTrust) {
  return (
    <>
      {threshold === null ? 'Never' : `From ${percent(threshold)}`}
      <Text size="xs" c="dimmed">
        {missing > 0 && `${counted(missing, 'more grade', 'more grades')} needed`}
        {missing > 0 && waiting > 0 && ', '}
        {waiting > 0 && `${inFull(waiting)} waiting`}
      </Text>
    </>
  );
}
