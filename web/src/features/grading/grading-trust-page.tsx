import { Button, Group, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ModelTrainerAgreementReport } from '@training/shared/grading/grade-checks';
import {
  CONFIDENCE_CALIBRATION,
  GRADE_CHECK_PARAMETERS,
  ConfidenceThresholdSetting,
  type ModelGradingTrust,
  POSSIBLE_CONFIDENCE_THRESHOLDS,
  MIN_TRUSTED_CONFIDENCE,
  ConfidenceThresholdSource,
} from '@training/shared/grading/grading-trust';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { FailedState, Loading } from '../../ui/pages/states.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { modelLabelOf } from '../provider-keys/key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

/** Returns the words of a choice. */
function choiceWords(by: ConfidenceThresholdSource): { label: string; description: string } {
  const label = t(`trusted.${by}`);
  if (by !== 'trainers') return { label, description: t(`about.${by}`) };
  const tolerated = formatPercent(1 / CONFIDENCE_CALIBRATION.oneIn);
  const begins = formatPercent(MIN_TRUSTED_CONFIDENCE);
  return { label, description: t('about.trainers', { tolerated, begins, least: CONFIDENCE_CALIBRATION.least }) };
}

/** Returns the thresholds of the calibration, and `figure` if a command has set a different one. */
function figuresWith(figure: number) {
  return [...new Set([...POSSIBLE_CONFIDENCE_THRESHOLDS, figure])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: formatPercent(value) }));
}

/** Sets the confidence above which a grade counts immediately. */
function TrustForm({ saved }: { saved: ConfidenceThresholdSetting }) {
  const readOnly = usePermissionReach('workspace:write') === undefined;
  const utils = trpc.useUtils();
  const update = trpc.workspace.trustGrades.useMutation();
  const { form, problem, onSubmit } = useContractForm(ConfidenceThresholdSetting, saved, 'choice');
  const { by, figure } = form.values;
  const send = async (trust: ConfidenceThresholdSetting) => {
    await update.mutateAsync(trust);
    notify(t('savedHoldsFromNext'));
    void utils.grading.trust.invalidate();
    void utils.workspace.get.invalidate();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw={640}>
        <Radio.Group
          label={t('confidenceNeeded')}
          readOnly={readOnly}
          value={by}
          onChange={(chosen) => {
            const next = ConfidenceThresholdSource.parse(chosen);
            form.setValues({ by: next, figure: next === 'figure' ? (saved.figure ?? MIN_TRUSTED_CONFIDENCE) : null });
          }}
        >
          <Stack gap="xs" mt={4}>
            {ConfidenceThresholdSource.options.map((choice) => (
              <Radio key={choice} value={choice} disabled={readOnly && choice !== by} {...choiceWords(choice)} />
            ))}
          </Stack>
        </Radio.Group>
        {by === 'figure' && (
          <NativeSelect
            label={t('confidence')}
            w={160}
            disabled={readOnly}
            data={figuresWith(figure ?? MIN_TRUSTED_CONFIDENCE)}
            value={figure ?? undefined}
            onChange={({ currentTarget }) => form.setFieldValue('figure', Number(currentTarget.value))}
          />
        )}
        {problem !== null && <FailedState what={t('failedToSaveHowAnswers')} problem={problem} />}
        {!readOnly && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              {t('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type Agreement = Pick<ModelTrainerAgreementReport['models'][number], 'checked' | 'agreed' | 'kappa'>;
type Row = Agreement & { key: string; label: string; detail: string; waiting?: number; alarm?: boolean };

/** Agreement of trainers who did not see the grades with each model, and with it by language and question. */
function AgreementTable() {
  const agreement = trpc.grading.agreement.useQuery();
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<Row>[] = [
    {
      key: 'of',
      header: t('grades'),
      cell: ({ label, detail, alarm }) => (
        <>
          {label}
          <Text size="xs" fw={400} c={alarm ? 'red' : 'dimmed'}>
            {alarm ? t('gradesDifferentlyThan') : detail}
          </Text>
        </>
      ),
    },
    { key: 'checked', header: t('checked'), align: 'end', cell: ({ checked }) => formatNumber(checked) },
    { key: 'agreed', header: t('samePoints'), align: 'end', cell: ({ agreed }) => formatNumber(agreed) },
    { key: 'kappa', header: t('kappa'), align: 'end', cell: ({ kappa }) => (kappa === null ? '–' : kappa.toFixed(2)) },
    {
      key: 'waiting',
      header: t('waiting'),
      align: 'end',
      cell: ({ waiting }) => (waiting ? formatNumber(waiting) : ''),
    },
  ];
  return (
    <section aria-labelledby="grades-checked">
      <Title order={2} size="h3" id="grades-checked">
        {t('blindChecksTrainers')}
      </Title>
      <PageState query={agreement} what={t('theChecks')} loading={<Loading label={t('loadingChecks')} rows={2} />}>
        {(found) => (
          <>
            <Text c="dimmed" mb="xs">
              {found.models.length === 0
                ? t('noChecksYet', { share: formatPercent(GRADE_CHECK_PARAMETERS.share) })
                : t('checksExplained', { share: formatPercent(GRADE_CHECK_PARAMETERS.share) })}
            </Text>
            {found.models.length > 0 && (
              <DataTable
                label={t('checksAisGrades')}
                columns={columns}
                rows={found.models.flatMap((each) => rowsOf(each, modelLabelOf(models, each.provider, each.model)))}
                rowKey={({ key }) => key}
              />
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

function rowsOf(model: ModelTrainerAgreementReport['models'][number], label: string): Row[] {
  const { provider, prompt, waiting, drift, languages, questions } = model;
  const key = [provider, model.model, prompt].join(' ');
  return [
    { ...model, key, label, detail: AI_PROVIDER_TRAITS[provider].label, waiting, alarm: drift.alarm },
    ...languages.map(({ language, ...each }) => ({
      ...each,
      key: `${key} ${language}`,
      label: `${label}, ${language ?? t('languageUnknown')}`,
      detail: t('byLanguage'),
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
  const report = trpc.grading.trust.useQuery();
  return (
    <>
      <PageHeader
        title={t('spokenAnswers')}
        description={t('aiGradesSpokenAnswers')}
        actions={
          <LinkButton
            to="/$workspace/settings/grading-report"
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
          >
            {t('aiGradingReport')}
          </LinkButton>
        }
      />
      <PageState query={report} what={t('howAnswersGraded')} loading={<Loading label={t('loadingGrades')} rows={3} />}>
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
function TrustTable({ rows, isInForce }: { rows: ModelGradingTrust[]; isInForce: boolean }) {
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<ModelGradingTrust>[] = [
    {
      key: 'model',
      header: t('model'),
      cell: ({ provider, model, checked_by }) => (
        <>
          {modelLabelOf(models, provider, model)}
          <Text size="xs" fw={400} c="dimmed">
            {checked_by === null
              ? AI_PROVIDER_TRAITS[provider].label
              : t('secondLook', {
                  provider: AI_PROVIDER_TRAITS[provider].label,
                  model: modelLabelOf(models, checked_by.provider, checked_by.model),
                })}
          </Text>
        </>
      ),
    },
    { key: 'newest', header: t('lastGraded'), nowrap: true, cell: ({ newest }) => formatDayOfTimestamp(newest) },
    { key: 'counted', header: t('countedAtOnce'), align: 'end', cell: ({ counted: grades }) => formatNumber(grades) },
    { key: 'changed', header: t('changedSince'), align: 'end', cell: ({ changed }) => formatNumber(changed) },
    { key: 'proposed', header: t('gradedByTrainers'), align: 'end', cell: ({ proposed }) => formatNumber(proposed) },
    { key: 'differed', header: t('gradedDifferently'), align: 'end', cell: ({ differed }) => formatNumber(differed) },
    { key: 'threshold', header: isInForce ? t('counts') : t('wouldCount'), cell: (row) => <Threshold {...row} /> },
  ];
  return (
    <section aria-labelledby="grades-by-model">
      <Title order={2} size="h3" id="grades-by-model">
        {t('trainersCorrections')}
      </Title>
      <Text c="dimmed" mb="xs">
        {rows.length === 0
          ? t('noGradesYetOnce')
          : t('correctionsExplained', {
              window: CONFIDENCE_CALIBRATION.window,
              unseen: CONFIDENCE_CALIBRATION.unseen,
              days: CONFIDENCE_CALIBRATION.olderThanDays,
            })}
      </Text>
      {rows.length > 0 && (
        <DataTable
          label={t('trainersCorrectionsAis')}
          columns={columns}
          rows={rows}
          rowKey={({ provider, model, prompt }) => [provider, model, prompt].join(' ')}
        />
      )}
    </section>
  );
}

function Threshold({ threshold, missing, waiting }: ModelGradingTrust) {
  return (
    <>
      {threshold === null ? t('never') : t('fromConfidence', { confidence: formatPercent(threshold) })}
      <Text size="xs" c="dimmed">
        {stillMissing(missing, waiting)}
      </Text>
    </>
  );
}

function stillMissing(missing: number, waiting: number): string {
  if (missing === 0) return waiting === 0 ? '' : t('waitingCount', { count: waiting });
  return waiting === 0 ? t('missingCount', { count: missing }) : t('missingAndWaiting', { missing, waiting });
}
