import { Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface ButtonAnchorProps extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  ref?: Ref<HTMLAnchorElement>;
}

function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />;
}

/** A `TextLink` that looks like a button. */
// The type of `createLink` doesn't say from where a link leads, which is always a page of a workspace.
export const LinkButton = createLink(ButtonAnchor) as LinkComponent<typeof ButtonAnchor, '/$workspace'>;
