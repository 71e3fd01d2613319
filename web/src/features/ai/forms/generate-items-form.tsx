import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import type { EstimateGenerationCost } from '@training/shared/ai/ai-jobs';
import type { UserStartedAiTask } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { type GenerationSource, SourceText } from '@training/shared/ai/ai-sources';
import { GenerateCards, GenerateQuiz, GenerationDifficulty } from '@training/shared/ai/generated-items';
import { useState } from 'react';
import { z } from 'zod';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { EstimatedCostNote, roundedTextLengthOf } from '../cost-note.tsx';
import { DifficultySelect } from './difficulty.tsx';
import { OptionalLanguageTag, LanguageSelect } from './languages.tsx';
import { useNavigateToJob } from '../jobs/use-job.ts';
import { SourceTextFields } from './source-fields.tsx';
import { useStartJob } from '../jobs/start-job.ts';
import { type DocumentUpload, documentNameOf, type UploadedSourceDocument } from './documents.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const GeneratedItemKind = z.enum(['cards', 'quiz']);
export type GeneratedItemKind = z.infer<typeof GeneratedItemKind>;

const MakeValues = z.object({
  title: z.string(),
  text: z.string(),
  things: z.array(GeneratedItemKind).min(1, { error: () => t('chooseAtLeastOne') }),
  cards: GenerateCards.shape.count,
  questions: GenerateQuiz.shape.count,
  language: OptionalLanguageTag,
  difficulty: GenerationDifficulty,
});
type MakeValues = z.infer<typeof MakeValues>;
const WithText = MakeValues.extend(SourceText.shape);

const COUNTS = { cards: 12, questions: 6 };

interface MakeFormProps {
  /** The kinds that are selected initially. */
  things: GeneratedItemKind[];
  /** An existing text. If absent, the form asks for one. */
  source?: SourceText;
  /** A document instead; its file is null while none is selected. The job reads it, so the tab may be closed. */
  document?: { file: File | null; upload: DocumentUpload };
}

/** Asks what to generate from a text or a document, starts the jobs, and opens the first one's page. */
export function GenerateItemsForm({ things, source, document }: MakeFormProps) {
  const startJob = useStartJob();
  const openJob = useNavigateToJob();
  const [started, setStarted] = useState<string | undefined>();
  const given = {
    ...(source ?? { title: '', text: '' }),
    things,
    ...COUNTS,
    language: '',
    difficulty: 'standard' as GenerationDifficulty,
  };
  const isPasted = source === undefined && document === undefined;
  const at = ['make', document !== undefined ? 'document' : isPasted ? 'pasted' : 'read'] as const;
  const [schema] = useState(() => (document === undefined ? WithText : MakeValues));
  const { form, problem, onSubmit, storedInput } = useContractForm(schema, given, at);
  const uploaded = document?.upload.uploaded ?? null;
  /** Returns the source; null if what its pictures cost is to be shown first. */
  const material = async ({ title, text }: MakeValues): Promise<GenerationSource | null> => {
    if (!document?.file) return { title: title.trim(), text };
    const { id, mustAsk } = await document.upload.upload(document.file);
    return mustAsk ? null : { file_id: id, name: documentNameOf(document.file) };
  };
  const send = async (values: MakeValues) => {
    let cards = started;
    const from = await material(values);
    if (from === null) return false;
    for (const task of tasksOf(values, from)) {
      const { id } = await startJob.mutateAsync(task);
      if (cards === undefined && values.things.length > 1) {
        cards = id;
        // Remember the first job: if the second is refused, a retry must not start the first again.
        setStarted(id);
        form.setFieldValue('things', ['quiz']);
      } else {
        await openJob(cards ?? id, cards === undefined ? undefined : id);
      }
    }
  };
  const chosen = form.values.things;
  const onThings = (value: string[]) => {
    form.setFieldValue('things', z.array(GeneratedItemKind).parse(value));
    // Reset hidden number fields, so that an invalid value doesn't block the form.
    if (!value.includes('cards')) form.setFieldValue('cards', COUNTS.cards);
    if (!value.includes('quiz')) form.setFieldValue('questions', COUNTS.questions);
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw="46rem">
        <RestoredNotice storedInput={storedInput} />
        {isPasted && (
          <SourceTextFields
            text={form.values.text}
            titleProps={form.getInputProps('title')}
            textProps={form.getInputProps('text')}
          />
        )}
        <Checkbox.Group label={t('whatMake')} {...form.getInputProps('things')} onChange={onThings}>
          <Group gap="lg" mt="xs">
            <Checkbox value="cards" label={t('kind.card_generation')} />
            <Checkbox value="quiz" label={t('aQuiz')} />
          </Group>
        </Checkbox.Group>
        <Group align="flex-start" gap="md">
          {chosen.includes('cards') && (
            <Count
              label={t('cardCount', { most: AI_INPUT_LIMITS.cards })}
              max={AI_INPUT_LIMITS.cards}
              {...form.getInputProps('cards')}
            />
          )}
          {chosen.includes('quiz') && (
            <Count
              label={t('questionCount', { most: AI_INPUT_LIMITS.questions })}
              max={AI_INPUT_LIMITS.questions}
              {...form.getInputProps('questions')}
            />
          )}
          <DifficultySelect {...form.getInputProps('difficulty')} />
          <LanguageSelect
            label={t('language')}
            none={document === undefined ? t('asTheText') : t('asTheDocument')}
            {...form.getInputProps('language')}
          />
        </Group>
        {problem !== null && (
          <FailedState
            what={started === undefined ? t('failedToStart') : t('failedToStartQuizCards')}
            problem={problem}
          />
        )}
        <Group>
          <Button type="submit" disabled={document?.file === null} loading={form.submitting}>
            {verbOf(chosen, Boolean(uploaded?.estimate))}
          </Button>
          <EstimatedCostNote of={estimatesOf(form.values, document !== undefined, uploaded)} />
        </Group>
      </Stack>
    </form>
  );
}

function Count({ label, max, ...props }: { label: string; max: number }) {
  return <NumberField w="9rem" label={label} min={1} max={max} {...props} />;
}

function tasksOf(values: MakeValues, source: GenerationSource): UserStartedAiTask[] {
  const { things, cards, questions, language, difficulty } = values;
  const all: UserStartedAiTask[] = [
    { feature: 'card_generation', input: { source, count: cards, language, difficulty, existing: [] } },
    { feature: 'quiz_generation', input: { source, count: questions, language, difficulty, existing: [] } },
  ];
  return all.filter(({ feature }) => things.includes(feature === 'card_generation' ? 'cards' : 'quiz'));
}

/** Returns the estimates to request, based on the length of the source; of a document, once it is uploaded. */
function estimatesOf(
  { text, things, cards, questions }: z.input<typeof MakeValues>,
  isDocument: boolean,
  uploaded: UploadedSourceDocument | null,
): EstimateGenerationCost[] | 'document' {
  if (isDocument && !uploaded) return 'document';
  const source = uploaded ? ({ from: 'file', file_id: uploaded.id } as const) : roundedTextLengthOf(text);
  if (source === undefined) return [];
  const all: EstimateGenerationCost[] = [
    { section: 'flashcards', count: cards ?? COUNTS.cards, source },
    { section: 'quiz', count: questions ?? COUNTS.questions, source },
  ];
  return all.filter(({ section }) => things.includes(section === 'quiz' ? 'quiz' : 'cards'));
}

function verbOf(things: GeneratedItemKind[], atCost: boolean): string {
  if (things.length > 1) return atCost ? t('makeBothAtCost') : t('makeBoth');
  if (things.includes('quiz')) return atCost ? t('makeQuizAtCost') : t('verb.quiz_generation');
  return atCost ? t('makeCardsAtCost') : t('makeCards');
}
