import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkTextProps extends AnchorProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> {
  ref?: Ref<HTMLAnchorElement>;
}

function LinkText(props: LinkTextProps) {
  return <Anchor inherit {...props} />;
}

/** A link inside the console, in running text or a table; its `to` and `params` are checked against the routes. */
export const TextLink = createLink(LinkText);
