import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkTextProps extends AnchorProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> {
  ref?: Ref<HTMLAnchorElement>;
}

function LinkText(props: LinkTextProps) {
  return <Anchor inherit {...props} />;
}

/**
 * A link within the workspace, in text or a table. Its `to` and `params` are type-checked against the routes; the
 * router adds the workspace of the page.
 */
// The type of `createLink` doesn't say from where a link leads, which is always a page of a workspace.
export const TextLink = createLink(LinkText) as LinkComponent<typeof LinkText, '/$workspace'>;
