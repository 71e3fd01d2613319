import { NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { SolutionVisibility, TopicPassScores } from '@training/shared/courses/courses';
import { CreateModule, type ModuleDetail } from '@training/shared/courses/modules';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { type ServerValues, pickFieldIfChanged, useFieldMerge } from '../../ui/forms/field-merge.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { showSolutionsInWords, topicPassScoresInWords } from '../courses/course-words.ts';
import { type FieldWording, MergeNotice } from '../../ui/forms/merge-notice.tsx';
import { parseTopicScores, scoreToPercent, TopicScoreFields, percentToScore } from './topic-score-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface SettingsDialogProps {
  module: ModuleDetail;
  opened: boolean;
  onClose: () => void;
}

/** Title, validity and settings of the quiz. They are reviewed like the content. */
export function ModuleSettingsDialog({ module, opened, onClose }: SettingsDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('moduleSettings')} size="md">
      <SettingsForm module={module} onClose={onClose} />
    </FormDialog>
  );
}

const Settings = z.object({
  title: CreateModule.shape.title,
  // An empty number field has the value ''.
  validity_days: z.union([z.literal(''), z.int().min(1).max(36_500)], {
    error: () => t('enterDays'),
  }),
  pass_percent: z
    .number({ error: () => t('enterPercent') })
    .min(0)
    .max(100)
    .refine((percent) => scoreToPercent(percentToScore(percent)) === percent, { error: () => t('enterDecimals') }),
  max_attempts: z
    .int({ error: () => t('enterAttempts') })
    .min(1)
    .max(100),
  show_solutions: SolutionVisibility,
  questions_per_attempt: z.union([z.literal(''), z.int().min(1).max(200)], { error: () => t('enterDraw') }),
  // As text, because fields are compared by value.
  topic_scores: z
    .string()
    .refine((text) => TopicPassScores.safeParse(JSON.parse(text)).success, { error: () => t('enterPercent') }),
});
type Settings = z.output<typeof Settings>;

const presentOf = (module: ModuleDetail): ServerValues<Settings> => ({
  version: module.settings_version,
  values: {
    title: module.title,
    validity_days: module.validity_days ?? '',
    pass_percent: scoreToPercent(module.pass_score),
    max_attempts: module.max_attempts,
    show_solutions: module.show_solutions,
    questions_per_attempt: module.questions_per_attempt ?? '',
    topic_scores: JSON.stringify(module.topic_scores),
  },
});

const fieldWords = (): FieldWording<Settings> => ({
  title: { label: t('title'), say: (title) => title },
  validity_days: {
    label: t('expires'),
    say: (days) => (days === '' ? t('never') : t('afterDays', { days })),
  },
  pass_percent: { label: t('passMarkLabel'), say: (percent) => t('percent', { percent }) },
  max_attempts: { label: t('attempts'), say: (attempts) => String(attempts) },
  show_solutions: { label: t('solutions'), say: (when) => showSolutionsInWords(when) },
  questions_per_attempt: { label: t('questionsPerAttempt'), say: (count) => String(count || t('allOfThem')) },
  topic_scores: {
    label: t('topicMarks'),
    say: (text) => topicPassScoresInWords(parseTopicScores(text)) || t('noMarks'),
  },
});

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function SettingsForm({ module, onClose }: { module: ModuleDetail; onClose: () => void }) {
  const { id } = module;
  const utils = trpc.useUtils();
  const update = trpc.modules.update.useMutation();
  const opened = presentOf(module);
  const { form, inDialog } = useContractForm(Settings, opened.values, ['module settings', id]);
  const merge = useFieldMerge(opened, {
    save: (mine, from) => {
      const days = pickFieldIfChanged('validity_days', mine, from);
      const percent = pickFieldIfChanged('pass_percent', mine, from);
      const draw = pickFieldIfChanged('questions_per_attempt', mine, from);
      const marks = pickFieldIfChanged('topic_scores', mine, from);
      return update.mutateAsync({
        id,
        settings_version: from.version,
        title: pickFieldIfChanged('title', mine, from),
        validity_days: days === '' ? null : days,
        pass_score: percent === undefined ? undefined : percentToScore(percent),
        max_attempts: pickFieldIfChanged('max_attempts', mine, from),
        show_solutions: pickFieldIfChanged('show_solutions', mine, from),
        questions_per_attempt: draw === '' ? null : draw,
        topic_scores: marks === undefined ? undefined : parseTopicScores(marks),
      });
    },
    read: async () => presentOf(await utils.modules.get.fetch({ id }, { staleTime: 0 })),
    fill: (values) => form.setValues(values),
  });
  const send = async (settings: Settings) => {
    if (!(await merge.send(settings))) return false;
    notify(t('settingsSaved'));
    void utils.courses.invalidate();
    await utils.modules.get.invalidate({ id });
    onClose();
    return true;
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToSaveSettings')} submitLabel={t('save')}>
      <MergeNotice merge={merge} words={fieldWords()} written={form.values} />
      <TextInput label={t('title')} autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <NumberField
        label={t('expiresAfterDays')}
        description={t('leaveEmptyIfCompletions')}
        min={1}
        max={36_500}
        {...form.getInputProps('validity_days')}
      />
      <NumberField
        label={t('passMark')}
        description={t('shareQuestionsMustRight')}
        min={0}
        max={100}
        fractions
        {...form.getInputProps('pass_percent')}
      />
      <NumberField
        label={t('attempts')}
        description={t('howOftenLearnerMay')}
        min={1}
        max={100}
        {...form.getInputProps('max_attempts')}
      />
      <NumberField
        label={t('questionsPerAttempt')}
        description={t('drawsSome')}
        min={1}
        max={200}
        {...form.getInputProps('questions_per_attempt')}
      />
      <TopicScoreFields questions={module.quiz.questions} {...form.getInputProps('topic_scores')} />
      <NativeSelect
        label={t('showSolutions')}
        description={t('explanationsAlwaysShown')}
        data={SolutionVisibility.options.map((value) => ({ value, label: sentence(showSolutionsInWords(value)) }))}
        {...form.getInputProps('show_solutions')}
      />
    </FormInDialog>
  );
}
