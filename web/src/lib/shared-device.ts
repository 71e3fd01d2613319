import { signOut } from './auth.ts';
import { SHARED_DEVICE_COOKIE_NAME } from '@training/shared/devices/shared-device-mark';

/** True on a device that people share, which its server marks when it is set up (rules/sign-in 19). */
export const isSharedDevice =
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${SHARED_DEVICE_COOKIE_NAME}=1`);

let isLocked = false;

/** Removes the person from the page, ends the session, and opens the page on which the next one signs in. */
export function lockDevice(): void {
  if (isLocked) return;
  isLocked = true;
  document.title = '';
  document.body.replaceChildren();
  // The next page ends the session, too, should this not arrive.
  void signOut({ keepalive: true }).catch(() => undefined);
  location.replace('/');
}
