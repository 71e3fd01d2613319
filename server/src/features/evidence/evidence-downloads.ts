import { EvidencePackScope } from '@training/shared/evidence/evidence';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { defineDownload } from '../../core/download.ts';
import { certificatePdf } from './certificate/certificate-pdf.ts';
import { evidencePack } from './pack/evidence-pack.ts';
import { readEvidence } from './read-evidence.ts';

const Certificate = z.strictObject({ enrollment_id: Id });

/** What proves completions, as files. */
export const EVIDENCE_DOWNLOADS = [
  defineDownload({
    path: '/certificates/:enrollment_id',
    permission: 'analytics:read',
    input: Certificate,
    async open(ctx, { enrollment_id }) {
      const evidence = await readEvidence(ctx, enrollment_id);
      const pdf = await certificatePdf(ctx.workspace.id, evidence);
      return { name: `certificate-${enrollment_id}.pdf`, type: 'application/pdf', inline: true, body: pdf };
    },
  }),
  defineDownload({
    path: '/evidence-pack',
    permission: 'audit:export',
    input: EvidencePackScope,
    async open(ctx, scope) {
      const day = ctx.now.toISOString().slice(0, 10);
      const body = await evidencePack(ctx, scope);
      return { name: `evidence-${ctx.workspace.slug}-${day}.zip`, type: 'application/zip', body };
    },
  }),
];
