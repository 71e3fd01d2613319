import { Button, Group, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GradingAgreement } from '@training/shared/grading/grade-checks';
import {
  CALIBRATION,
  GRADE_CHECKS,
  GradingTrust,
  type ModelTrust,
  THRESHOLDS,
  TRUSTED_CONFIDENCE,
  TrustedBy,
} from '@training/shared/grading/grading-trust';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { trpc } from '../../lib/api/trpc.ts';
import { dayOfMoment } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { counted, inFull } from '../../lib/numbers.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { FailedState, Loading } from '../../ui/pages/states.tsx';
import { modelLabel } from '../provider-keys/key-words.ts';

const CHOICES: Record<TrustedBy, { label: string; description: string }> = {
  trainers: {
    label: 'Learn from trainers’ corrections',
    description: `Set for each model so that at most ${percent(1 / CALIBRATION.oneIn)} of automatic grades are wrong. Starts at ${percent(TRUSTED_CONFIDENCE)} until ${CALIBRATION.least} grades are checked.`,
  },
  figure: { label: 'A fixed confidence', description: 'One threshold for every model.' },
  nobody: { label: 'Always a trainer', description: 'AI suggests; a trainer always decides.' },
};

/** Returns the thresholds of the calibration, and `figure` if a command has set a different one. */
function figuresWith(figure: number) {
  return [...new Set([...THRESHOLDS, figure])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: percent(value) }));
}

/** Sets the confidence above which a grade counts immediately. */
function TrustForm({ saved }: { saved: GradingTrust }) {
  const readOnly = useMay('workspace:write') === undefined;
  const utils = trpc.useUtils();
  const update = trpc.workspace.trustGrades.useMutation();
  const { form, problem, onSubmit } = useContractForm(GradingTrust, saved, 'choice');
  const { by, figure } = form.values;
  const send = async (trust: GradingTrust) => {
    await update.mutateAsync(trust);
    notify('Saved. It holds from the next grade on.');
    void utils.grading.trust.invalidate();
    void utils.workspace.get.invalidate();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw={640}>
        <Radio.Group
          label="Confidence needed for automatic grades"
          readOnly={readOnly}
          value={by}
          onChange={(chosen) => {
            const next = TrustedBy.parse(chosen);
            form.setValues({ by: next, figure: next === 'figure' ? (saved.figure ?? TRUSTED_CONFIDENCE) : null });
          }}
        >
          <Stack gap="xs" mt={4}>
            {TrustedBy.options.map((choice) => (
              <Radio key={choice} value={choice} disabled={readOnly && choice !== by} {...CHOICES[choice]} />
            ))}
          </Stack>
        </Radio.Group>
        {by === 'figure' && (
          <NativeSelect
            label="Confidence"
            w={160}
            disabled={readOnly}
            data={figuresWith(figure ?? TRUSTED_CONFIDENCE)}
            value={figure ?? undefined}
            onChange={({ currentTarget }) => form.setFieldValue('figure', Number(currentTarget.value))}
          />
        )}
        {problem !== null && <FailedState what="couldn’t save how answers are graded" problem={problem} />}
        {!readOnly && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type Agreement = Pick<GradingAgreement['models'][number], 'checked' | 'agreed' | 'kappa'>;
type Row = Agreement & { key: string; label: string; detail: string; waiting?: number; alarm?: boolean };

/** Agreement of trainers who did not see the grades with each model, and with it by language and question. */
function AgreementTable() {
  const agreement = trpc.grading.agreement.useQuery();
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<Row>[] = [
    {
      key: 'of',
      header: 'Grades',
      cell: ({ label, detail, alarm }) => (
        <>
          {label}
          <Text size="xs" fw={400} c={alarm ? 'red' : 'dimmed'}>
            {alarm ? 'Grades differently than before' : detail}
          </Text>
        </>
      ),
    },
    { key: 'checked', header: 'Checked', align: 'end', cell: ({ checked }) => inFull(checked) },
    { key: 'agreed', header: 'Same points', align: 'end', cell: ({ agreed }) => inFull(agreed) },
    { key: 'kappa', header: 'Kappa', align: 'end', cell: ({ kappa }) => (kappa === null ? '–' : kappa.toFixed(2)) },
    { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => (waiting ? inFull(waiting) : '') },
  ];
  return (
    <section aria-labelledby="grades-checked">
      <Title order={2} size="h3" id="grades-checked">
        Blind checks by trainers
      </Title>
      <PageState query={agreement} what="the checks" loading={<Loading label="Loading checks" rows={2} />}>
        {(found) => (
          <>
            <Text c="dimmed" mb="xs">
              {found.models.length === 0
                ? `No checks yet. Of the grades that count at once, ${percent(GRADE_CHECKS.share)} are drawn for trainers to check.`
                : `Trainers check ${percent(GRADE_CHECKS.share)} of the grades that count at once. If more of them are wrong than people noticed otherwise, the figures above are worked out from the checks. Kappa is 1 for the same points and 0 for agreement by chance.`}
            </Text>
            {found.models.length > 0 && (
              <DataTable
                label="Checks of AI’s grades"
                columns={columns}
                rows={found.models.flatMap((each) => rowsOf(each, modelLabel(models, each.provider, each.model)))}
                rowKey={({ key }) => key}
              />
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

function rowsOf(model: GradingAgreement['models'][number], label: string): Row[] {
  const { provider, prompt, waiting, drift, languages, questions } = model;
  const key = [provider, model.model, prompt].join(' ');
  return [
    { ...model, key, label, detail: PROVIDERS[provider].label, waiting, alarm: drift.alarm },
    ...languages.map(({ language, ...each }) => ({
      ...each,
      key: `${key} ${language}`,
      label: `${label}, ${language ?? 'language unknown'}`,
      detail: 'By language',
    })),
    ...questions.map(({ question_id, prompt: asked, module, ...each }) => ({
      ...each,
      key: `${key} ${question_id}`,
      label: asked,
      detail: module,
    })),
  ];
}

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
