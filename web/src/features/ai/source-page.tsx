import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { GenerateItemsSearchParams } from './ai-search.ts';
import { IfFeatureAvailable } from './features/if-feature-available.tsx';
import { DocumentForm } from './forms/document-form.tsx';
import { GenerateItemsForm } from './forms/generate-items-form.tsx';
import { AiBreadcrumb } from './features/ai-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const route = getRouteApi('/$workspace/ai/source');

/** Generates cards and quizzes from a text or a document. */
export function GenerateItemsPage() {
  const { from = 'text', make = 'cards' } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/ai/source' });
  const show = (value: string) =>
    void navigate({
      search: (before) => ({ ...before, from: GenerateItemsSearchParams({ from: value }).from }),
      replace: true,
    });
  // Keeps the text form mounted, so that switching tabs doesn't discard what was typed.
  const [wasText, setWasText] = useState(from === 'text');
  if (from === 'text' && !wasText) setWasText(true);
  return (
    <>
      <PageHeader
        above={<AiBreadcrumb />}
        title={t('cardsQuizzesFromMaterial')}
        description={t('eachCardQuestionComes')}
      />
      <IfFeatureAvailable feature="card_generation">
        <SegmentedControl
          aria-label={t('whereMaterialComesFrom')}
          data={[
            { value: 'text', label: t('pasteText') },
            { value: 'document', label: t('choose.document') },
          ]}
          value={from}
          onChange={show}
          mb="lg"
        />
        {wasText && (
          <div hidden={from !== 'text'}>
            <GenerateItemsForm things={[make]} />
          </div>
        )}
        {from === 'document' && <DocumentForm make={make} />}
      </IfFeatureAvailable>
    </>
  );
}
