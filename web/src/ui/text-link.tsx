import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkTextProps extends AnchorProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> {
  ref?: Ref<HTMLAnchorElement>;
}

function LinkText(props: LinkTextProps) {
  return <Anchor inherit {...props} />;
}

/** A link within the console, in text or a table. Its `to` and `params` are type-checked against the routes. */
export const TextLink = createLink(LinkText);
