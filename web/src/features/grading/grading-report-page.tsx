import { Button, List, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { GRADING } from '@training/shared/grading/grading-limits';
import type { AnswerCall, AnswerRecipient, GradingReport } from '@training/shared/grading/grading-report';
import { CALIBRATION, GRADE_CHECKS, type GradingTrust, type TrustedBy } from '@training/shared/grading/grading-trust';
import { type Provider, PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { exactTime } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { counted } from '../../lib/numbers.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { modelLabel } from '../provider-keys/key-words.ts';
import classes from './grading-report.module.css';
import { ReportedFigures } from './reported-figures.tsx';

function Purpose() {
  return (
    <Section title="What it does">
      <List size="sm">
        <List.Item>
          AI grades answers to spoken questions, which people speak or type. For each criterion of the question it says
          whether the answer meets it, with words quoted from the answer. It grades what is said, not how.
        </List.Item>
        <List.Item>
          A trainer writes the question and its criteria, and a reviewer approves them. The points count toward passing
          the module.
        </List.Item>
        <List.Item>Questions with options or short texts are compared by fixed rules, without AI.</List.Item>
        <List.Item>
          AI doesn’t compare people. Of a recording, only the words, the language, the length and the confidence of the
          recognition are used.
        </List.Item>
        <List.Item>
          Regulation (EU) 2024/1689 names AI that evaluates learning outcomes in Annex III, 3 (b). This report has facts
          for Articles 13, 14 and 26. It assesses no conformity.
        </List.Item>
      </List>
    </Section>
  );
}

const WHEN_GRADES_COUNT: Record<TrustedBy, string> = {
  trainers: `a grade counts without a trainer if AI’s confidence reaches the model’s threshold below, from which at most 1 in ${CALIBRATION.oneIn} may be wrong.`,
  figure: 'a grade counts without a trainer if AI’s confidence reaches the fixed threshold below.',
  nobody: 'no grade counts without a trainer.',
};

/** The decisions of people, and what learners can do (rules/grading). */
function Oversight({ trust }: { trust: GradingTrust }) {
  return (
    <Section title="Where people decide">
      <List size="sm">
        <List.Item>
          <strong>Confidence:</strong> {WHEN_GRADES_COUNT[trust.by]} A trainer decides on the others and sees what AI
          proposes. Super admins choose between a threshold that follows from what people changed, a fixed one, and
          trainers for all.
        </List.Item>
        <List.Item>
          <strong>Doubts:</strong> a trainer decides, however confident AI is, if the quoted words aren’t in the answer,
          the answer speaks to the grader, or a second look at the quotes doubts them.
        </List.Item>
        <List.Item>
          <strong>Overrides:</strong> trainers of the course’s department and super admins can change a grade, with a
          reason that the audit log records. No one grades their own answer.
        </List.Item>
        <List.Item>
          <strong>Appeals:</strong> learners see who or what graded, with the quotes, and can appeal for{' '}
          {GRADING.appealWithin} days if points are missing. A person who has neither graded nor checked the answer
          decides.
        </List.Item>
        <List.Item>
          <strong>Checks:</strong> {percent(GRADE_CHECKS.share)} of the grades that count without a trainer are drawn.
          Trainers grade them again and see neither the grade nor the learner.
        </List.Item>
        <List.Item>
          <strong>Choice:</strong> learners can always type instead of speak, and correct the transcript once. If AI
          isn’t available, or a correction is large, trainers grade.
        </List.Item>
      </List>
    </Section>
  );
}

function Retention() {
  return (
    <Section title="How long data stays here">
      <List size="sm">
        <List.Item>
          Recordings: 30 days after the last grade, longer while an appeal is open, at most a year. Unused ones: a day.
        </List.Item>
        <List.Item>
          Answers, transcripts, grades and appeals: these aren’t deleted. Grades are added, never changed.
        </List.Item>
        <List.Item>What was prepared for AI: until its job has ended. AI’s answer as it came: 30 days.</List.Item>
      </List>
    </Section>
  );
}

function NotMeasured() {
  return (
    <Section title="What isn’t measured">
      <List size="sm">
        <List.Item>
          Differences between groups of people: sex, age, origin, disability and accent aren’t stored. Compare
          languages, and spoken with typed answers.
        </List.Item>
        <List.Item>
          Grades that no one looked at. Overrides and appeals show errors that someone noticed; the checks are the
          sample for the others.
        </List.Item>
        <List.Item>Errors of the speech recognition by themselves, and the language of typed answers.</List.Item>
        <List.Item>How often trainers err. Where they differ from AI, either may be right.</List.Item>
      </List>
      <Text size="sm" mt="sm">
        <strong>How to read the figures:</strong> kappa is 1 for the same points, 0 for agreement by chance. With fewer
        than about 30 checks it says little.
      </Text>
    </Section>
  );
}

/** The data that each call has (rules/grading 14). */
const CALLS: Record<AnswerCall, { label: string; gets: string }> = {
  transcription: {
    label: 'Transcribes',
    gets: 'The recording, its language if it was chosen, and rare words of the question. Not the criteria.',
  },
  grading: {
    label: 'Grades',
    gets: 'The question, its criteria, the words of the answer and its language. Not the recording.',
  },
  second_look: {
    label: 'Looks again',
    gets: 'Criteria that were met, the quoted words and the sentences around them.',
  },
};

/** The wish about storing that requests carry, or who knows of it. */
const ASKED: Record<Provider, string> = {
  anthropic: 'Its terms say what it stores.',
  google: 'Its terms say what it stores.',
  openai: 'Each request asks not to store the answer.',
  azure_openai: 'Each request asks not to store the answer.',
  openai_compatible: 'Whoever runs the endpoint knows what it stores.',
  deepgram: 'Each request asks neither to store recordings nor to train with them.',
};

const ADDRESSES: Record<AnswerRecipient['address'], string> = {
  provider: '',
  resource: 'A resource at Azure, whose name is not shown to you',
  endpoint: 'An endpoint of the workspace, whose address is not shown to you',
  operator: 'An address that the operator of this installation has set',
};

/** The providers that get data at present, and which data each gets. */
function Recipients({ recipients }: { recipients: AnswerRecipient[] }) {
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<AnswerRecipient>[] = [
    {
      key: 'provider',
      header: 'Recipient',
      cell: ({ provider, model, own }) => (
        <>
          {PROVIDERS[provider].label}
          <Text size="xs" fw={400} c="dimmed">
            {modelLabel(models, provider, model)}, {own ? 'own key' : 'key of the installation'}
          </Text>
        </>
      ),
    },
    { key: 'call', header: 'Does', cell: ({ call }) => CALLS[call].label },
    { key: 'gets', header: 'Gets', cell: ({ call }) => CALLS[call].gets },
    { key: 'address', header: 'At', cell: ({ host, address }) => host ?? ADDRESSES[address] },
    { key: 'asked', header: 'Storing', cell: ({ provider }) => ASKED[provider] },
  ];
  return (
    <Section title="Which data goes where">
      {recipients.length === 0 ? (
        <Text>Nowhere at present: no provider key is set, and trainers grade all answers.</Text>
      ) : (
        <DataTable label="Recipients of data" columns={columns} rows={recipients} rowKey={({ call }) => call} />
      )}
      <List size="sm" mt="sm">
        <List.Item>
          No request has the name, e-mail address, id or department of a learner, or the name of the workspace. What
          people say about themselves in an answer is sent with it.
        </List.Item>
        <List.Item>
          In which region a provider works is a matter of its contract, the Azure resource or the endpoint.
        </List.Item>
      </List>
    </Section>
  );
}

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
