import { Text, Title } from '@mantine/core';
import type { GradingAgreement } from '@training/shared/grading/grade-checks';
import { GRADE_CHECKS } from '@training/shared/grading/grading-trust';
import { PROVIDERS } from '@training/shared/provider-keys/provider-keys';
import { trpc } from '../../lib/api/trpc.ts';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { modelLabel } from '../provider-keys/key-words.ts';

type Agreement = Pick<GradingAgreement['models'][number], 'checked' | 'agreed' | 'kappa'>;
type Row = Agreement & { key: string; label: string; detail: string; waiting?: number; alarm?: boolean };

/** Agreement of trainers who did not see the grades with each model, and with it by language and question. */
export function AgreementTable() {
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
