import type { Command } from 'commander';
import { Role } from '@training/shared/permissions';
import { InviteUser } from '@training/shared/users/users';
import { resolveDepartmentId } from '../features/departments/departments.ts';
import { upsertUserToInvite } from '../features/users/upsert-invited-user.ts';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import { createSignInUrl, PRINTED_LINK_MINUTES } from '../auth/sign-in/sign-in-link.ts';
import { resetPasskeys } from '../auth/passkeys/reset-passkeys.ts';
import {
  type CommandRunner,
  ASSUMED_ADDRESS_NOTE,
  getOperatorContextOfWorkspace,
  createInstallationOperatorContext,
  parseOptions,
} from './command.ts';

type InviteOptions = { workspace: string; email: string; fullName?: string; role?: string; department?: string };

export function addUserCommands(program: Command, { answer }: CommandRunner): void {
  const commands = program.command('user').description('let a person in');

  commands
    .command('invite')
    .description(
      'make a user, or take the one who has the e-mail, and print a one-time sign-in link that lives for 24 hours; ' +
        'of a user who is there already only what is given changes; prints {user_id, sign_in_url}',
    )
    .requiredOption('--workspace <slug>', 'the workspace that they join')
    .requiredOption('--email <e-mail>', 'who they are')
    .option('--full-name <name>', 'needed when the e-mail is new')
    .option('--role <role>', `${Role.options.join(', ')}; learner when the e-mail is new and none is given`)
    .option('--department <id or name>', 'needed for a trainer')
    .action((options: InviteOptions, command: Command) => {
      const input = parseOptions(InviteUser, {
        email: options.email,
        ...(options.fullName !== undefined && { full_name: options.fullName }),
        ...(options.role !== undefined && { role: options.role }),
      });
      return answer(command, async (session) => {
        const { db, config } = session;
        const ctx = await getOperatorContextOfWorkspace(session, options.workspace);
        const department_id =
          options.department === undefined ? undefined : await resolveDepartmentId(ctx, options.department);
        const user = await upsertUserToInvite(ctx, { ...input, department_id });
        const [publicUrl] = allowedOriginsOf(config, config.port);
        const sign_in_url = await createSignInUrl(db, user.email, { publicUrl, minutes: PRINTED_LINK_MINUTES });
        return {
          json: { user_id: user.id, sign_in_url },
          text:
            `${user.created ? 'Made' : 'Found'} ${user.name} <${user.email}>. ` +
            `To sign in once, within 24 hours:\n${sign_in_url}${config.publicUrl ? '' : ASSUMED_ADDRESS_NOTE}`,
        };
      });
    });
  commands
    .command('reset-passkeys')
    .description(
      'for someone who lost their passkeys and recovery codes: remove both, end their sessions, and print a one-time ' +
        'sign-in link that lives for 24 hours; prints {passkeys, recovery_codes, sessions, sign_in_url}',
    )
    .requiredOption('--email <e-mail>', 'who they are')
    .action((options: { email: string }, command: Command) => {
      const { email } = parseOptions(InviteUser.pick({ email: true }), options);
      return answer(command, async (session) => {
        const { db, config } = session;
        const { passkeys, codes, sessions } = await resetPasskeys(createInstallationOperatorContext(session), email);
        const [publicUrl] = allowedOriginsOf(config, config.port);
        const sign_in_url = await createSignInUrl(db, email, { publicUrl, minutes: PRINTED_LINK_MINUTES });
        return {
          json: { passkeys, recovery_codes: codes, sessions, sign_in_url },
          text:
            `Removed ${passkeys} passkeys and ${codes} recovery codes of ${email}, and ended ${sessions} sessions. ` +
            `To sign in once, within 24 hours:\n${sign_in_url}${config.publicUrl ? '' : ASSUMED_ADDRESS_NOTE}`,
        };
      });
    });
}
