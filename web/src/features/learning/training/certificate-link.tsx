import { Anchor, VisuallyHidden } from '@mantine/core';

interface CertificateLinkProps {
  workspace: string;
  enrollment: string;
  title: string;
}

/** Opens a certificate in a tab of its own: the server draws it. */
export function CertificateLink({ workspace, enrollment, title }: CertificateLinkProps) {
  return (
    <Anchor
      href={`/api/workspaces/${workspace}/certificates/${enrollment}`}
      target="_blank"
      rel="noopener"
      size="sm"
      // It stands on coloured grounds too.
      c="var(--mantine-color-text)"
      underline="always"
    >
      Certificate
      <VisuallyHidden> of {title}, opens in a new tab</VisuallyHidden>
    </Anchor>
  );
}
