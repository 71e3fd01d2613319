import { Anchor, VisuallyHidden } from '@mantine/core';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface CertificateLinkProps {
  enrollment: string;
  title: string;
  /** True for past training, of which there is a record and no certificate. */
  isAttested?: boolean;
}

/** Opens a certificate, rendered by the server, in a new tab. */
export function CertificateLink({ enrollment, title, isAttested = false }: CertificateLinkProps) {
  const { slug } = useWorkspaceSession().workspace;
  return (
    <Anchor
      href={`/api/workspaces/${slug}/certificates/${enrollment}`}
      target="_blank"
      rel="noopener"
      size="sm"
      // It also appears on coloured backgrounds.
      c="var(--mantine-color-text)"
      underline="always"
    >
      {t.nodes(isAttested ? 'recordOf' : 'certificateOf', {
        title,
        hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
      })}
    </Anchor>
  );
}
