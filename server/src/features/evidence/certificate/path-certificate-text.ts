import type { PathEvidence } from '@training/shared/evidence/path-evidence';
import { formatDay, formatMoment, formatNumberWithoutGrouping } from '../../../core/messages.ts';
import {
  wrapInBidiIsolate,
  type CertificateText,
  type CertificateTranslator,
  type LabelledValue,
} from './certificate-text.ts';

const STATES = { completed: 'path.completed', attested: 'path.attested', excused: 'path.completed' } as const;

/** The words of a path's certificate, which names each module and what proves it. */
export function toPathCertificateText(evidence: PathEvidence, { language, t }: CertificateTranslator): CertificateText {
  const { workspace, person, path, completion, modules, time_zone } = evidence;
  const { completed_at, expires_at, path_completion_id } = completion;
  const dayOf = (at: string) => formatDay(language, new Date(at), time_zone);
  // The last millisecond of the last day: the end itself belongs to the day after.
  const lastDay = (at: string) => dayOf(new Date(Date.parse(at) - 1).toISOString());
  const facts: LabelledValue[] = [
    {
      label: t('completed'),
      value: t('moment', { moment: formatMoment(language, new Date(completed_at), time_zone), timeZone: time_zone }),
      isSentence: true,
    },
    { label: t('validUntil'), value: expires_at === null ? t('noEnd') : lastDay(expires_at), isSentence: true },
  ];
  if (person.department !== null) facts.push({ label: t('department'), value: person.department });
  facts.push({ label: t('certificate'), value: path_completion_id });
  return {
    language,
    documentTitle: t('documentTitle', { module: path.title, person: person.full_name }),
    attachment: t('attachment'),
    workspace: workspace.name,
    heading: t('path.heading'),
    person: person.full_name,
    module: path.title,
    statement: t('path.statement', { day: dayOf(completed_at) }),
    facts,
    answersHeading: t('path.modules'),
    answers: modules.map(({ title, state, completed_at: at, enrollment_id, evidence_sha256 }, n) => ({
      question: t('question', {
        number: formatNumberWithoutGrouping(language, n + 1),
        question: wrapInBidiIsolate(title),
      }),
      answer: at === null ? t('path.excused') : t(STATES[state], { day: dayOf(at) }),
      result: [enrollment_id, evidence_sha256].filter((each) => each !== null).join(' · '),
    })),
  };
}
