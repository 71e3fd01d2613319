import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import { IconFileText } from '@tabler/icons-react';
import type { EstimateGenerationCost } from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { SourceText } from '@training/shared/ai/ai-sources';
import { GenerationDifficulty } from '@training/shared/ai/generated-items';
import type { GenerateSectionItems, ModuleSourceDocuments } from '@training/shared/courses/sections';
import { useState } from 'react';
import { z } from 'zod';
import { trpc } from '../../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { DOCUMENT_TYPES, documentKindsInWords, documentNameOf, useDocumentUpload } from '../../ai/forms/documents.ts';
import { DifficultySelect } from '../../ai/forms/difficulty.tsx';
import { FileDropField } from '../../ai/forms/file-drop.tsx';
import { EstimatedCostNote, roundedTextLengthOf } from '../../ai/cost-note.tsx';
import { SourceTextFields } from '../../ai/forms/source-fields.tsx';
import { addGeneration } from './generations.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface GenerateDialogProps {
  module: ModuleDetail;
  kind: SectionKind;
  opened: boolean;
  onClose: () => void;
}

export function GenerateDialog({ module, kind, opened, onClose }: GenerateDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t(`generateTitle.${kind}`)}>
      <WithDocuments module={module} kind={kind} onClose={onClose} />
    </FormDialog>
  );
}

/** Loads the documents that the module was created from, if the user had them read. */
function WithDocuments(props: { module: ModuleDetail; kind: SectionKind; onClose: () => void }) {
  const documents = trpc.modules.documents.useQuery({ id: props.module.id }, { staleTime: 0 });
  return (
    <PageState query={documents} what={t('whatModuleBased')}>
      {(found) => <GenerateForm {...props} sources={ownSources(props.module, found)} />}
    </PageState>
  );
}

const MOST: Record<SectionKind, number> = { flashcards: AI_INPUT_LIMITS.cards, quiz: AI_INPUT_LIMITS.questions };
const USUAL: Record<SectionKind, number> = { flashcards: 12, quiz: 6 };

const valuesFor = (kind: SectionKind) => {
  const count = z.int().min(1).max(MOST[kind]);
  const unused = { file: z.unknown(), title: z.string(), text: z.string(), difficulty: GenerationDifficulty };
  return z.discriminatedUnion('from', [
    z.object({ from: z.literal('own'), own: z.string(), count, ...unused }),
    z.object({ from: z.literal('text'), own: z.string(), count, ...unused, ...SourceText.shape }),
    z.object({
      from: z.literal('document'),
      own: z.string(),
      count,
      ...unused,
      file: z.instanceof(File, { error: t('chooseADocument') }),
    }),
  ]);
};

interface Input extends Record<string, unknown> {
  difficulty: GenerationDifficulty;
  from: string;
  own: string;
  count: number;
  file: unknown;
  title: string;
  text: string;
}
type Values = z.output<ReturnType<typeof valuesFor>>;

type Material = Pick<GenerateSectionItems, 'source' | 'document' | 'file'>;

interface GenerateFormProps {
  module: ModuleDetail;
  kind: SectionKind;
  /** The sources that the module was created from. */
  sources: OwnSource[];
  onClose: () => void;
}

/** Asks for the source of cards or questions, and starts their generation. */
function GenerateForm({ module, kind, sources, onClose }: GenerateFormProps) {
  const { client } = trpc.useUtils();
  const [first] = sources;
  const initial: Input = {
    from: first === undefined ? 'text' : 'own',
    own: first?.value ?? '',
    count: USUAL[kind],
    difficulty: 'standard',
    file: null,
    title: module.title,
    text: '',
  };
  const [schema] = useState((): z.ZodType<Values, Input> => valuesFor(kind));
  const { form, inDialog } = useContractForm(schema, initial, ['generate', module.id, kind], ['own']);
  const file = form.values.from === 'document' && form.values.file instanceof File ? form.values.file : null;
  const { upload, uploaded } = useDocumentUpload(file);
  /** Returns the source of the generation request; null if what its pictures cost is to be shown first. */
  const material = async (values: Values): Promise<Material | null> => {
    switch (values.from) {
      case 'own':
        return nameSource(values.own);
      case 'text':
        return { source: { title: values.title.trim(), text: values.text } };
      case 'document': {
        const { id, mustAsk } = await upload(values.file);
        return mustAsk ? null : { file: { file_id: id, name: documentNameOf(values.file) } };
      }
    }
  };
  const send = async (values: Values) => {
    const { count, difficulty } = values;
    const from = await material(values);
    if (from === null) return false;
    const { file: sent, ...named } = from;
    const wanted = { module_id: module.id, section: kind, count, difficulty };
    const job = await client.modules.generate.mutate({ ...wanted, ...named, file: sent });
    // The file is deleted with the job, but its text stays available.
    const more = { difficulty, ...named, ...(sent && { document: job.id }) };
    addGeneration({ moduleId: module.id, jobId: job.id, more });
    return onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToStart')}
      submitLabel={uploaded?.estimate ? t('generateAtCost') : t('generate')}
    >
      <SegmentedControl
        aria-label={t('basedOn')}
        data={[
          ...(first === undefined ? [] : [{ value: 'own', label: t('itsOwnSource') }]),
          { value: 'text', label: t('aText') },
          { value: 'document', label: t('aDocument') },
        ]}
        value={form.values.from}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      {form.values.from === 'own' && (
        <NativeSelect label={t('source')} data={sources} data-autofocus {...form.getInputProps('own')} />
      )}
      {form.values.from === 'text' && (
        <SourceTextFields
          text={form.values.text}
          titleProps={form.getInputProps('title')}
          textProps={form.getInputProps('text')}
        />
      )}
      {form.values.from === 'document' && (
        <>
          <FileDropField
            takes="document"
            icon={IconFileText}
            accept={DOCUMENT_TYPES}
            kinds={documentKindsInWords()}
            maxSize={AI_INPUT_LIMITS.documentBytes}
            file={file}
            onFile={(next) => form.setFieldValue('file', next)}
          />
          {form.errors['file'] !== undefined && (
            <Text c="var(--mantine-color-error)" role="alert">
              {form.errors['file']}
            </Text>
          )}
        </>
      )}
      <NumberField
        w="12rem"
        label={t(`howMany.${kind}`, { most: MOST[kind] })}
        min={1}
        max={MOST[kind]}
        {...form.getInputProps('count')}
      />
      <DifficultySelect {...form.getInputProps('difficulty')} />
      <Text c="dimmed">{t('theyreAddedSectionEach')}</Text>
      <EstimatedCostNote of={estimatedOf(module.id, kind, form.values, uploaded?.id)} />
    </FormInDialog>
  );
}

/** Returns the inputs that can be estimated before the start. */
function estimatedOf(
  moduleId: string,
  section: SectionKind,
  { from, own, count, text }: Input,
  fileId: string | undefined,
) {
  if (from === 'document' && fileId === undefined) return 'document';
  const source =
    fileId !== undefined
      ? ({ from: 'file', file_id: fileId } as const)
      : from === 'text'
        ? roundedTextLengthOf(text)
        : estimatedOwn(own, moduleId);
  return source === undefined ? [] : [{ section, count, source } satisfies EstimateGenerationCost];
}

/** A source of the module: its suggestion, or a document identified by the job that read it. */
interface OwnSource {
  /** `suggestion`, or the job's id. */
  value: string;
  label: string;
}

const SUGGESTION = 'suggestion';

/** Lists the suggestion first, because the module was created from it. */
function ownSources({ source }: ModuleDetail, documents: ModuleSourceDocuments): OwnSource[] {
  const suggestion = source === null ? [] : [{ value: SUGGESTION, label: `${source.title} (${source.name})` }];
  return [...suggestion, ...documents.map(({ job_id, title }) => ({ value: job_id, label: title }))];
}

/** Returns the source in the format of a generation request. An empty object stands for the suggestion. */
function nameSource(value: string): { document?: string } {
  return value === SUGGESTION ? {} : { document: value };
}

/** Returns the source in the format of an estimate request. */
function estimatedOwn(value: string, moduleId: string): EstimateGenerationCost['source'] {
  return value === SUGGESTION ? { from: 'suggestion', module_id: moduleId } : { from: 'document', job_id: value };
}
