import { IconLanguage } from '@tabler/icons-react';
import { liveTopics } from '@training/shared/live';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Note } from '../../ui/note.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const t = translatorOf('translations');

/** Lists languages with translations of an earlier version of an item (rules/translations 3). Updates live. */
export function StaleVariantsNotice({ moduleId, courseId }: { moduleId: string; courseId: string }) {
  const found = useLiveQuery(trpc.translations.ofModule.useQuery({ module_id: moduleId }), {
    topic: liveTopics.module(moduleId),
  });
  const stale = found.data?.variants.filter((variant) => variant.stale > 0) ?? [];
  if (stale.length === 0) return null;
  return (
    <Note color="orange" icon={<IconLanguage aria-hidden />} title={t('outOfDateTitle')} mb="md">
      <ul>
        {stale.map(({ language, stale: items }) => (
          <li key={language}>
            <TextLink
              to="/$workspace/courses/$course/$module/languages/$language"
              params={{ course: courseId, module: moduleId, language }}
              underline="always"
              c="inherit"
            >
              {t('outOfDateIn', { language: languageNameOf(language), items })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Note>
  );
}
