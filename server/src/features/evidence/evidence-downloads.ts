import { QuestionWithoutSolution } from '@training/shared/courses/courses';
import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { CompletionEvidenceDocument, EvidencePackScope } from '@training/shared/evidence/evidence';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { type Context, departmentLimitOf, actingUserIdOf } from '../../core/context.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { showSolutionsSettingSql } from '../courses/attempt-settings.ts';
import { renderCertificateInThread } from './certificate/render-certificate-in-thread.ts';
import { EVIDENCE_FROM_CLAUSE, EVIDENCE_JSON_SQL, LEARNER_LANGUAGE_SQL } from './evidence-sql.ts';
import { ONE_COMPLETION_IS_IN_AUDIT_LOG } from './find-evidence-problems.ts';
import { PATH_CERTIFICATE_DOWNLOAD_ROUTE } from './path-certificate.ts';
import { createEvidencePackZip } from './pack/evidence-pack.ts';

type Answer = NonNullable<CompletionEvidenceDocument['attempt']>['answers'][number];
type Grade = NonNullable<Answer['oral']>['grades'][number];

/** Fields that are shown before a question is answered, and its explanation, which is always shown. */
const SHOWN = new Set([...Object.keys(QuestionWithoutSolution.shape), 'explanation']);

const shownOf = (question: unknown) =>
  question instanceof Object ? Object.fromEntries(Object.entries(question).filter(([key]) => SHOWN.has(key))) : null;

/** Returns evidence as its person may see it where solutions are never shown. */
const withoutSolutions = (evidence: CompletionEvidenceDocument): CompletionEvidenceDocument =>
  mapAnswers(evidence, ({ question, oral, ...answer }) => ({
    ...answer,
    question: shownOf(question),
    oral: oral && { ...oral, grades: oral.grades.map(withoutUnmet) },
  }));

/** Returns evidence without the grades that a model proposed and a trainer replaced. */
const withoutProposals = (evidence: CompletionEvidenceDocument): CompletionEvidenceDocument =>
  mapAnswers(evidence, ({ oral, ...answer }) => ({
    ...answer,
    oral: oral && { ...oral, grades: oral.grades.filter(({ counts }) => counts) },
  }));

/** Returns evidence without questions and answers: graded as right, an answer is the solution. */
const withoutAnswers = (evidence: CompletionEvidenceDocument): CompletionEvidenceDocument => {
  const { attempt } = evidence;
  return { ...evidence, attempt: attempt && { ...attempt, answers: [] } };
};

function mapAnswers(evidence: CompletionEvidenceDocument, map: (answer: Answer) => Answer): CompletionEvidenceDocument {
  const { attempt } = evidence;
  return { ...evidence, attempt: attempt && { ...attempt, answers: attempt.answers.map(map) } };
}

/** Hides the words of criteria that are not met: what an answer lacks is part of the solution. */
function withoutUnmet(grade: Grade): Grade {
  const criteria = grade.criteria?.map((each) => (each.met ? each : { ...each, criterion: null, comment: '' })) ?? null;
  return { ...grade, criteria };
}

const READ_EVIDENCE = defineStatement({
  name: 'read-evidence',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({
    evidence: CompletionEvidenceDocument,
    /** Language of the person, or else of the workspace. */
    language: z.string(),
    recorded: z.string().nullable(),
    own: z.boolean(),
    withheld: z.boolean(),
    authored: z.boolean(),
    in_log: z.boolean(),
  }),
  sql: `
select ${EVIDENCE_JSON_SQL} as evidence, ${LEARNER_LANGUAGE_SQL} as language, (
  select v.evidence from completion_evidence v
  where v.workspace_id = :workspaceId and v.enrollment_id = e.id order by v.number desc limit 1) as recorded,
  e.user_id is not distinct from :caller::uuid as own, ${showSolutionsSettingSql('r.settings')} = 'never' as withheld,
  :department::uuid is null or coalesce(c.department_id = :department, false) as authored,
  ${ONE_COMPLETION_IS_IN_AUDIT_LOG} as in_log
${EVIDENCE_FROM_CLAUSE}
where e.workspace_id = :workspaceId and e.id = :enrollmentId and e.completed_at is not null and e.attested_id is null
  and (:own::uuid is null or e.user_id = :own) and (:department::uuid is null or u.department_id = :department)`,
});

/** The newest evidence of the attested completion of a cycle, if the audit log binds it. */
const READ_ATTESTED = defineStatement({
  name: 'read-attested-evidence',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({ text: z.string(), language: z.string() }),
  sql: `
select v.evidence as text, ${LEARNER_LANGUAGE_SQL} as language
from enrollments e
join workspaces w on w.id = :workspaceId::uuid
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
cross join lateral (
  select v.* from attested_evidence v
  where v.workspace_id = :workspaceId and v.attested_id = e.attested_id order by v.number desc limit 1) v
join audit_events a on a.workspace_id = :workspaceId and a.at = v.event_at and a.id = v.event_id
  and a.changes ->> 'evidence_sha256' = encode(sha256(convert_to(v.evidence, 'UTF8')), 'hex')
where e.workspace_id = :workspaceId and e.id = :enrollmentId
  and (:own::uuid is null or e.user_id = :own) and (:department::uuid is null or u.department_id = :department)`,
});

/** Returns what someone attests of a cycle's completion; undefined if it was proved here, or can't be seen. */
async function readAttestedEvidence(ctx: Context, enrollmentId: string) {
  const { db, workspace } = ctx;
  const own = ctx.reach === 'own' ? actingUserIdOf(ctx) : null;
  const named = { workspaceId: workspace.id, enrollmentId, own, department: departmentLimitOf(ctx) };
  const found = await READ_ATTESTED.first(db.pool, named);
  return found && { evidence: AttestedEvidence.parse(JSON.parse(found.text)), language: found.language };
}

/** Evidence, and the language of the person whose it is. */
type ReadEvidence = { evidence: CompletionEvidenceDocument; language: string };

/**
 * Returns the proof of a completed cycle: one's own, or of whoever the caller sees in analytics. One's own leaves out
 * grades that a model only proposed (rules/grading 5), and solutions if the revision never shows them
 * (rules/learning 9). A trainer studies what other departments teach: of that, somebody else's leaves out the answers.
 * @throws AppError `completion_not_found`, also where only the database says that it is completed
 */
export async function readCompletionEvidence(ctx: Context, enrollmentId: string): Promise<ReadEvidence> {
  const { db, workspace, now } = ctx;
  const caller = actingUserIdOf(ctx);
  const found = await READ_EVIDENCE.first(db.pool, {
    workspaceId: workspace.id,
    enrollmentId,
    now,
    caller,
    own: ctx.reach === 'own' ? caller : null,
    department: departmentLimitOf(ctx),
  });
  if (!found) throw new AppError('completion_not_found', 'There is no completed training of this id that you can see.');
  if (!found.in_log) {
    throw new AppError('completion_not_found', 'The audit log doesn’t have this completion, so nothing proves it.');
  }
  // What the audit log binds; what was completed before it did is read as it is now.
  const evidence =
    found.recorded === null ? found.evidence : CompletionEvidenceDocument.parse(JSON.parse(found.recorded));
  const { language } = found;
  if (!found.own) return { evidence: found.authored ? evidence : withoutAnswers(evidence), language };
  return { evidence: withoutProposals(found.withheld ? withoutSolutions(evidence) : evidence), language };
}

/**
 * Returns the file of a completed cycle: a certificate, or a record of past training. See `readCompletionEvidence`.
 * @throws AppError `completion_not_found`, `busy`
 */
export async function readCertificateFile(
  ctx: Context,
  enrollmentId: string,
): Promise<{ name: string; pdf: Uint8Array }> {
  const attested = await readAttestedEvidence(ctx, enrollmentId);
  const { evidence, language } = attested ?? (await readCompletionEvidence(ctx, enrollmentId));
  const name = `${attested ? 'past-training' : 'certificate'}-${enrollmentId}.pdf`;
  return { name, pdf: await renderCertificateInThread(ctx.workspace.id, evidence, language) };
}

const Certificate = z.strictObject({ enrollment_id: Id });

/** Routes that download evidence and certificates of completions. */
export const EVIDENCE_DOWNLOAD_ROUTES = [
  PATH_CERTIFICATE_DOWNLOAD_ROUTE,
  defineDownloadRoute({
    path: '/certificates/:enrollment_id',
    permission: 'analytics:read',
    input: Certificate,
    async open(ctx, { enrollment_id }) {
      const { name, pdf } = await readCertificateFile(ctx, enrollment_id);
      return { name, type: 'application/pdf', inline: true, body: pdf };
    },
  }),
  defineDownloadRoute({
    path: '/evidence-pack',
    permission: 'audit:export',
    input: EvidencePackScope,
    async open(ctx, scope) {
      const day = ctx.now.toISOString().slice(0, 10);
      const body = await createEvidencePackZip(ctx, scope);
      return { name: `evidence-${ctx.workspace.slug}-${day}.zip`, type: 'application/zip', body };
    },
  }),
];
