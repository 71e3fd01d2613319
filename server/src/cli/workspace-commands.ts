import type { Command } from 'commander';
import { z } from 'zod';
import { CreateDepartment } from '@training/shared/departments/departments';
import { GradingTrust } from '@training/shared/grading/grading-trust';
import { NameSignInDomain } from '@training/shared/issuers/issuers';
import { CreateWorkspace, EmailDomain, SetWorkspace } from '@training/shared/workspaces/workspaces';
import { verifyDomainAsOperator } from '../features/issuers/domains.ts';
import { AppError } from '../core/errors.ts';
import { createDepartment } from '../features/departments/departments.ts';
import { createWorkspace } from '../features/workspaces/create-workspace.ts';
import { setWorkspace } from '../features/workspaces/set-workspace.ts';
import { addMoveCommand } from './move-command.ts';
import { type Answering, inWorkspace, operatorContext, parseOptions } from './command.ts';
import { trustInWords } from '../features/workspaces/trust-in-words.ts';

/** Converts command-line values: booleans are words, and lists are comma-separated. */
const SetOptions = z.strictObject({
  api_may_assign_super_admin: z
    .enum(['true', 'false'], 'Must be true or false')
    .transform((word) => word === 'true')
    .optional(),
  require_passkey_for_super_admins: z
    .literal('false', 'Must be false: a super admin with a passkey switches it on, in the settings')
    .transform(() => false)
    .optional(),
  require_single_sign_on: z
    .literal('false', 'Must be false: a super admin who came by single sign-on switches it on, in the settings')
    .transform(() => false)
    .optional(),
  time_zone: SetWorkspace.shape.time_zone,
  language: SetWorkspace.shape.language,
  sso_domains: z
    .string()
    .transform((list) => list.split(',').filter((domain) => domain.trim() !== ''))
    .pipe(z.array(EmailDomain).max(50))
    .optional(),
  grading_trust: z.string().transform(trustGiven).pipe(GradingTrust).optional(),
});

/** Parses a word, or else a number. */
function trustGiven(given: string) {
  if (given === 'trainers' || given === 'nobody') return { by: given, figure: null };
  return { by: 'figure', figure: given.trim() === '' ? NaN : Number(given) };
}

type SetOptionsGiven = {
  workspace: string;
  apiMayAssignSuperAdmin?: string;
  requirePasskeyForSuperAdmins?: string;
  requireSingleSignOn?: string;
  timeZone?: string;
  language?: string;
  ssoDomains?: string;
  gradingTrust?: string;
};

export function addWorkspaceCommands(program: Command, answering: Answering): void {
  const { answer } = answering;
  const workspace = program
    .command('workspace')
    .description('make a workspace, change what it allows, or move it to another installation');
  addMoveCommand(workspace, answering);
  addDomainCommand(workspace, answering);

  workspace
    .command('create')
    .description('make an empty workspace; prints {id, slug}')
    .requiredOption('--name <name>', 'what people read')
    .requiredOption('--slug <slug>', 'what addresses and commands read: lower-case letters, digits, single hyphens')
    .action((options: { name: string; slug: string }, command: Command) => {
      const input = parseOptions(CreateWorkspace, { name: options.name, slug: options.slug });
      return answer(command, async (session) => {
        const { id, slug } = await createWorkspace(operatorContext(session), input);
        return { json: { id, slug }, text: `Made the workspace ${slug} (${id}).` };
      });
    });

  workspace
    .command('set')
    .description('change any one or more settings of a workspace; prints all that there are')
    .requiredOption('--workspace <slug>', 'its slug')
    .option('--api-may-assign-super-admin <true|false>', 'whether API tokens may make and change super admins')
    .option(
      '--require-passkey-for-super-admins <false>',
      'false: super admins enter without a passkey again; they switch it on themselves',
    )
    .option(
      '--require-single-sign-on <false>',
      'false: people of the verified domains enter by links again; super admins switch it on themselves',
    )
    .option('--time-zone <name>', 'the IANA name of its time zone, such as Europe/Berlin; UTC when it was never set')
    .option('--language <code>', 'for people who have chosen none, such as de; en when it was never set')
    .option(
      '--sso-domains <domains>',
      'with commas between them: single sign-on opens the workspace to e-mails of these domains; empty for none',
    )
    .option(
      '--grading-trust <trainers|nobody|figure>',
      'from which confidence on a model’s grade of a spoken answer counts at once: from what trainers said, never, or from a figure such as 0.85',
    )
    .action((options: SetOptionsGiven, command: Command) => {
      const input = parseOptions(SetOptions, {
        api_may_assign_super_admin: options.apiMayAssignSuperAdmin,
        require_passkey_for_super_admins: options.requirePasskeyForSuperAdmins,
        require_single_sign_on: options.requireSingleSignOn,
        time_zone: options.timeZone,
        language: options.language,
        sso_domains: options.ssoDomains,
        grading_trust: options.gradingTrust,
      });
      if (Object.values(input).every((value) => value === undefined)) {
        throw new AppError(
          'invalid_request',
          'Give at least one of --api-may-assign-super-admin, --require-passkey-for-super-admins, --require-single-sign-on, ' +
            '--time-zone, --language, --sso-domains and --grading-trust.',
        );
      }
      return answer(command, async (session) => {
        const ctx = await inWorkspace(session, options.workspace);
        const { name: _, ...settings } = await setWorkspace(ctx, input);
        const { api_may_assign_super_admin, time_zone, language, sso_domains, grading_trust } = settings;
        const { id, slug } = ctx.workspace;
        return {
          json: { id, slug, ...settings },
          text: [
            `API tokens of ${slug} ${api_may_assign_super_admin ? 'may' : 'may not'} make and change super admins.`,
            `Its super admins ${settings.require_passkey_for_super_admins ? 'need a' : 'enter without a'} passkey.`,
            `Single sign-on by its own issuer is ${settings.require_single_sign_on ? 'required' : 'not required'}.`,
            `Its time zone is ${time_zone}, its language ${language}.`,
            sso_domains.length > 0
              ? `Single sign-on opens it to e-mails of ${sso_domains.join(', ')}.`
              : 'Single sign-on opens it only while there is no other workspace.',
            `Grades of spoken answers count at once: ${trustInWords(grading_trust)}.`,
          ].join('\n'),
        };
      });
    });
}

/** Domains whose addresses a workspace's own issuer signs in. */
function addDomainCommand(workspace: Command, { answer }: Answering): void {
  workspace
    .command('domain')
    .description('verify a domain for a workspace’s own single sign-on')
    .command('verify')
    .description('verify a domain without a DNS record, on your word: the workspace’s issuer may sign in its addresses')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--domain <domain>', 'the part of e-mail addresses after the @')
    .action((options: { workspace: string; domain: string }, command: Command) => {
      const input = parseOptions(NameSignInDomain, { domain: options.domain });
      return answer(command, async (session) => {
        const ctx = await inWorkspace(session, options.workspace);
        await verifyDomainAsOperator(ctx, input.domain);
        return { json: input, text: `${input.domain} is verified for ${ctx.workspace.slug}.` };
      });
    });
}

export function addDepartmentCommands(program: Command, { answer }: Answering): void {
  program
    .command('department')
    .description('make a department')
    .command('create')
    .description('make a department; prints {id}')
    .requiredOption('--workspace <slug>', 'the workspace that it belongs to')
    .requiredOption('--name <name>', 'unique in the workspace, whatever its case')
    .action((options: { workspace: string; name: string }, command: Command) => {
      const input = parseOptions(CreateDepartment, { name: options.name });
      return answer(command, async (session) => {
        const { id, name } = await createDepartment(await inWorkspace(session, options.workspace), input);
        return { json: { id }, text: `Made the department ${name} (${id}).` };
      });
    });
}
