import type { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { formatDay, formatMoment } from '../../../core/messages.ts';
import {
  wrapInBidiIsolate,
  roundedPercentOf,
  type CertificateText,
  type CertificateTranslator,
  type LabelledValue,
} from './certificate-text.ts';

/** The words of a record of past training. It has another heading than a certificate, and says who attests it. */
export function toAttestedRecordText(
  evidence: AttestedEvidence,
  { language, t }: CertificateTranslator,
): CertificateText {
  const { workspace, person, module, completion, document, withdrawn, time_zone } = evidence;
  const { completed_on, expires_on, source, reference, score, entered_at, entered_by, attested_id } = completion;
  // Noon in UTC is on that day for whoever reads it in UTC.
  const dayOf = (day: string) => formatDay(language, new Date(`${day}T12:00:00Z`), 'UTC');
  const momentOf = (at: string) =>
    t('moment', { moment: formatMoment(language, new Date(at), time_zone), timeZone: time_zone });
  const facts: LabelledValue[] = [
    { label: t('course'), value: module.course },
    { label: t('completed'), value: dayOf(completed_on), isSentence: true },
    { label: t('validUntil'), value: expires_on === null ? t('noEnd') : dayOf(expires_on), isSentence: true },
    { label: t('attested.source'), value: source },
  ];
  if (reference !== null) facts.push({ label: t('attested.reference'), value: reference });
  if (score !== null) {
    facts.push({
      label: t('attested.score'),
      value: t('score', { percent: roundedPercentOf(score) }),
      isSentence: true,
    });
  }
  if (person.department !== null) facts.push({ label: t('department'), value: person.department });
  facts.push(
    {
      label: t('attested.enteredBy'),
      value: t('attested.byAt', { name: wrapInBidiIsolate(entered_by), moment: momentOf(entered_at) }),
      isSentence: true,
    },
    document === null
      ? { label: t('attested.document'), value: t('attested.noDocument'), isSentence: true }
      : { label: t('attested.documentHash'), value: document.sha256 },
    { label: t('attested.record'), value: attested_id },
  );
  if (withdrawn !== null) {
    const values = { name: wrapInBidiIsolate(withdrawn.by), moment: momentOf(withdrawn.at) };
    facts.push({ label: t('attested.withdrawn'), value: t('attested.byAt', values), isSentence: true });
  }
  return {
    language,
    documentTitle: t('attested.documentTitle', { module: module.title, person: person.full_name }),
    attachment: t('attested.attachment'),
    workspace: workspace.name,
    heading: t('attested.heading'),
    person: person.full_name,
    module: module.title,
    statement: t('attested.statement', { day: dayOf(completed_on), name: wrapInBidiIsolate(entered_by) }),
    facts,
    answersHeading: '',
    answers: [],
  };
}
