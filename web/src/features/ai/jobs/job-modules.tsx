import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { TextLink } from '../../../ui/text-link.tsx';
import { hasJobEnded } from './use-job.ts';
import { locale } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const MODULES = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });

/** Links to the modules that a job was started for, or that contain its result. */
export function JobModuleLinks({ job: { modules, state } }: { job: AiJobSummary }) {
  if (modules.length === 0) return null;
  const links = () =>
    MODULES.formatToParts(modules.map((_module, index) => String(index))).map(({ type, value }, part) => {
      const linked = type === 'element' ? modules[Number(value)] : undefined;
      // The parts have no names.
      // oxlint-disable-next-line react/no-array-index-key
      return linked === undefined ? value : <ModuleLink key={part} module={linked} />;
    });
  return <span>{t.nodes(hasJobEnded(state) ? 'inModules' : 'forModules', { modules: links })}</span>;
}

function ModuleLink({ module: { id, course_id, title } }: { module: AiJobSummary['modules'][number] }) {
  return (
    <TextLink to="/$workspace/courses/$course/$module" params={{ course: course_id, module: id }} underline="always">
      <bdi>{title}</bdi>
    </TextLink>
  );
}
