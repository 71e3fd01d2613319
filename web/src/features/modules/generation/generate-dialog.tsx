import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { trpc } from '../../../lib/api/trpc.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { SECTION_WORDS } from '../module-words.ts';
import { GenerateForm } from './generate-form.tsx';
import { ownSources } from './own-sources.ts';

interface GenerateDialogProps {
  module: ModuleDetail;
  kind: SectionKind;
  opened: boolean;
  onClose: () => void;
}

export function GenerateDialog({ module, kind, opened, onClose }: GenerateDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Generate ${SECTION_WORDS[kind].items}`}>
      <WithDocuments module={module} kind={kind} onClose={onClose} />
    </FormDialog>
  );
}

/** Loads the documents that the module was created from, if the user had them read. */
function WithDocuments(props: { module: ModuleDetail; kind: SectionKind; onClose: () => void }) {
  const documents = trpc.modules.documents.useQuery({ id: props.module.id }, { staleTime: 0 });
  return (
    <PageState query={documents} what="what the module is based on">
      {(found) => <GenerateForm {...props} sources={ownSources(props.module, found)} />}
    </PageState>
  );
}
