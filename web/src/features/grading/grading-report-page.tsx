import { Button, List, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import type { AnswerReceivingProvider, AiGradingTransparencyReport } from '@training/shared/grading/grading-report';
import {
  CONFIDENCE_CALIBRATION,
  GRADE_CHECK_PARAMETERS,
  type ConfidenceThresholdSetting,
} from '@training/shared/grading/grading-trust';
import { type AiProvider, AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import type { MessageKey } from '@training/shared/i18n/translator';
import type { ReactNode } from 'react';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { formatTimeToTheSecond } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { modelLabelOf } from '../provider-keys/key-words.ts';
import classes from './grading-report.module.css';
import { GradingModelFigures } from './reported-figures.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

function Purpose() {
  return (
    <Section title={t('whatItDoes')}>
      <List size="sm">
        <List.Item>{t('aiGradesAnswersSpoken')}</List.Item>
        <List.Item>{t('trainerWritesQuestion')}</List.Item>
        <List.Item>{t('questionsOptionsShort')}</List.Item>
        <List.Item>{t('aiDoesntComparePeople')}</List.Item>
        <List.Item>{t('regulationEu20241689')}</List.Item>
      </List>
    </Section>
  );
}

const b = (text: ReactNode) => <strong>{text}</strong>;

/** The decisions of people, and what learners can do (rules/grading). */
function Oversight({ trust }: { trust: ConfidenceThresholdSetting }) {
  return (
    <Section title={t('wherePeopleDecide')}>
      <List size="sm">
        <List.Item>
          {t.nodes('oversight.confidence', { b, by: trust.by, oneIn: CONFIDENCE_CALIBRATION.oneIn })}
        </List.Item>
        <List.Item>{t.nodes('oversight.doubts', { b })}</List.Item>
        <List.Item>{t.nodes('oversight.overrides', { b })}</List.Item>
        <List.Item>{t.nodes('oversight.appeals', { b, days: SPOKEN_ANSWER_LIMITS.appealWithin })}</List.Item>
        <List.Item>{t.nodes('oversight.checks', { b, share: formatPercent(GRADE_CHECK_PARAMETERS.share) })}</List.Item>
        <List.Item>{t.nodes('oversight.choice', { b })}</List.Item>
      </List>
    </Section>
  );
}

function Retention() {
  return (
    <Section title={t('howLongDataStays')}>
      <List size="sm">
        <List.Item>{t('recordings30DaysAfter')}</List.Item>
        <List.Item>{t('answersTranscriptsGrades')}</List.Item>
        <List.Item>{t('whatWasPreparedAi')}</List.Item>
      </List>
    </Section>
  );
}

function NotMeasured() {
  return (
    <Section title={t('whatIsntMeasured')}>
      <List size="sm">
        <List.Item>{t('differencesBetweenGroups')}</List.Item>
        <List.Item>{t('gradesNoOneLooked')}</List.Item>
        <List.Item>{t('errorsSpeechRecognition')}</List.Item>
        <List.Item>{t('howOftenTrainersErr')}</List.Item>
      </List>
      <Text size="sm" mt="sm">
        {t.nodes('howReadFigures', { b })}
      </Text>
    </Section>
  );
}

/** The wish about storing that requests carry, or who knows of it. */
const ASKED = {
  anthropic: 'storing.terms',
  google: 'storing.terms',
  openai: 'storing.notAnswer',
  azure_openai: 'storing.notAnswer',
  openai_compatible: 'storing.endpoint',
  deepgram: 'storing.notRecordings',
} as const satisfies Record<AiProvider, MessageKey<'grading'>>;

/** The providers that get data at present, and which data each gets (rules/grading 14). */
function Recipients({ recipients }: { recipients: AnswerReceivingProvider[] }) {
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<AnswerReceivingProvider>[] = [
    {
      key: 'provider',
      header: t('recipient'),
      cell: ({ provider, model, own }) => (
        <>
          {AI_PROVIDER_TRAITS[provider].label}
          <Text size="xs" fw={400} c="dimmed">
            {t(own ? 'modelOwnKey' : 'modelInstallationKey', { model: modelLabelOf(models, provider, model) })}
          </Text>
        </>
      ),
    },
    { key: 'call', header: t('does'), cell: ({ call }) => t('call', { call }) },
    { key: 'gets', header: t('gets'), cell: ({ call }) => t(`gets.${call}`) },
    {
      key: 'address',
      header: t('at'),
      cell: ({ host, address }) => host ?? (address === 'provider' ? '' : t(`address.${address}`)),
    },
    { key: 'asked', header: t('storing'), cell: ({ provider }) => t(ASKED[provider]) },
  ];
  return (
    <Section title={t('whichDataGoesWhere')}>
      {recipients.length === 0 ? (
        <Text>{t('nowhereAtPresentNo')}</Text>
      ) : (
        <DataTable label={t('recipientsOfData')} columns={columns} rows={recipients} rowKey={({ call }) => call} />
      )}
      <List size="sm" mt="sm">
        <List.Item>{t('noRequestHasName')}</List.Item>
        <List.Item>{t('whichRegionProviderWorks')}</List.Item>
      </List>
    </Section>
  );
}

/** The report of what AI grading does in this workspace, to print for a works council or a data protection officer. */
export function AiGradingTransparencyReportPage() {
  // Never refetched: what is read, printed and downloaded is of one moment.
  const report = trpc.grading.report.useQuery({}, { ...SLOW_QUERY_OPTIONS, staleTime: Infinity });
  return (
    <article className={classes.report}>
      <PageHeader
        title={t('aiGradingReport')}
        description={report.data && `${report.data.workspace}, ${formatTimeToTheSecond(report.data.until)}`}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/settings/spoken-answers">{t('spokenAnswers')}</TextLink>
          </Breadcrumbs>
        }
        actions={report.data && <ReportActions report={report.data} />}
      />
      <PageState query={report} what={t('theReport')}>
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

function ReportActions({ report: { until } }: { report: AiGradingTransparencyReport }) {
  const { workspace } = useWorkspaceSession();
  const query = new URLSearchParams({ until });
  const address = (table: string) => `/api/workspaces/${workspace.slug}/grading-report/${table}?${query}`;
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <div className={classes.actions}>
      <Button component="a" href={address('figures')} download variant="default" leftSection={icon}>
        {t('figuresAsCsv')}
      </Button>
      <Button component="a" href={address('rows')} download variant="default" leftSection={icon}>
        {t('rowsAsCsv')}
      </Button>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </div>
  );
}

function Figures({ report: { models, trust, earlier, complete } }: { report: AiGradingTransparencyReport }) {
  return (
    <Section title={t('whatBecameGrades')} description={t('eachModelEachVersion')}>
      {models.length === 0 && <Text>{t('aiHasntGradedAnswer')}</Text>}
      {models.map((model) => (
        <GradingModelFigures key={[model.provider, model.model, model.prompt].join(' ')} model={model} trust={trust} />
      ))}
      {earlier.versions > 0 && <Text>{t('earlierVersions', earlier)}</Text>}
      {!complete && <Text>{t('thereTooManyLanguages')}</Text>}
    </Section>
  );
}
