import type { Command } from 'commander';
import { z } from 'zod';
import { CreateDepartment } from '@training/shared/departments/departments';
import { ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';
import { SignInDomainRef } from '@training/shared/issuers/issuers';
import {
  CreateWorkspace,
  EmailDomain,
  UpdateWorkspaceAsOperator,
  WorkspaceSettings,
} from '@training/shared/workspaces/workspaces';
import { verifyDomainAsOperator } from '../features/issuers/domains.ts';
import { AppError } from '../core/errors.ts';
import { createDepartment } from '../features/departments/departments.ts';
import { createEmptyWorkspace } from '../features/workspaces/create-workspace.ts';
import { updateWorkspaceSettings } from '../features/workspaces/update-workspace-settings.ts';
import { addWorkspaceMoveCommand } from './move-command.ts';
import {
  type CommandRunner,
  getOperatorContextOfWorkspace,
  createInstallationOperatorContext,
  parseOptions,
} from './command.ts';
import { formatConfidenceThreshold } from '../features/workspaces/format-confidence-threshold.ts';

const flag = z
  .enum(['true', 'false'], 'Must be true or false')
  .transform((word) => word === 'true')
  .optional();

/** Numbers, and `never` for null. */
const days = <Days extends number | null>(schema: z.ZodType<Days, number | null>) =>
  z
    .string()
    .transform((given) => (given === 'never' ? null : given.trim() === '' ? NaN : Number(given)))
    .pipe(schema)
    .optional();

const { shape } = WorkspaceSettings;

/** Converts command-line values: booleans are words, and lists are comma-separated. */
const SetOptions = z.strictObject({
  api_may_assign_super_admin: flag,
  require_passkey_for_super_admins: z
    .literal('false', 'Must be false: a super admin with a passkey switches it on, in the settings')
    .transform(() => false)
    .optional(),
  require_single_sign_on: z
    .literal('false', 'Must be false: a super admin who came by single sign-on switches it on, in the settings')
    .transform(() => false)
    .optional(),
  time_zone: UpdateWorkspaceAsOperator.shape.time_zone,
  language: UpdateWorkspaceAsOperator.shape.language,
  sso_domains: z
    .string()
    .transform((list) => list.split(',').filter((domain) => domain.trim() !== ''))
    .pipe(z.array(EmailDomain).max(50))
    .optional(),
  grading_trust: z.string().transform(trustGiven).pipe(ConfidenceThresholdSetting).optional(),
  people_without_email: flag,
  pin_sign_in: flag,
  shared_devices: flag,
  managers_may_excuse: flag,
  due_soon_days: days(shape.due_soon_days),
  manager_told_days: days(shape.manager_told_days),
  next_manager_told_days: days(shape.next_manager_told_days),
  scim_brake_percent: days(shape.scim_brake_percent),
  session_days: days(shape.session_days),
  recordings_kept_days: days(shape.recordings_kept_days),
  transcripts_kept_days: days(shape.transcripts_kept_days),
  addresses_kept_days: days(shape.addresses_kept_days),
});

/** Values and meanings of the options. */
const SET_OPTIONS: Record<keyof typeof SetOptions.shape, readonly [values: string, meaning: string]> = {
  api_may_assign_super_admin: ['true|false', 'whether API tokens may make and change super admins'],
  require_passkey_for_super_admins: [
    'false',
    'false: super admins enter without a passkey again; they switch it on themselves',
  ],
  require_single_sign_on: [
    'false',
    'false: people of the verified domains enter by links again; super admins switch it on themselves',
  ],
  time_zone: ['name', 'the IANA name of its time zone, such as Europe/Berlin; UTC when it was never set'],
  language: ['code', 'for people who have chosen none, such as de; en when it was never set'],
  sso_domains: [
    'domains',
    'with commas between them: single sign-on opens the workspace to e-mails of these domains; empty for none',
  ],
  grading_trust: [
    'trainers|nobody|figure',
    'from which confidence on a model’s grade of a spoken answer counts at once: from what trainers said, never, or from a figure such as 0.85',
  ],
  people_without_email: ['true|false', 'whether people may have no e-mail address, but a number'],
  pin_sign_in: ['true|false', 'whether learners and trainers may sign in with their number and a PIN'],
  shared_devices: ['true|false', 'whether they do on devices that they share'],
  managers_may_excuse: ['true|false', 'whether managers may excuse people of their team'],
  due_soon_days: ['days', 'before the due date, to remind learners'],
  manager_told_days: ['days|never', 'after the due date, to tell managers'],
  next_manager_told_days: ['days|never', 'after the due date, to tell the managers of managers'],
  scim_brake_percent: ['percent', 'of active people, of which an identity provider deactivates no more in an hour'],
  session_days: ['days', 'without use after which people sign in again'],
  recordings_kept_days: ['days', 'after the last grade to keep recordings of spoken answers'],
  transcripts_kept_days: ['days|never', 'after the last grade to keep their transcripts; never deletes none'],
  addresses_kept_days: ['days|never', 'to keep e-mail addresses of inactive people; never deletes none'],
};

const SETTINGS = Object.entries(SET_OPTIONS);
const optionOf = (setting: string) => `--${setting.replaceAll('_', '-')}`;

/** Parses a word, or else a number. */
function trustGiven(given: string) {
  if (given === 'trainers' || given === 'nobody') return { by: given, figure: null };
  return { by: 'figure', figure: given.trim() === '' ? NaN : Number(given) };
}

export function addWorkspaceCommands(program: Command, answering: CommandRunner): void {
  const { answer } = answering;
  const workspace = program
    .command('workspace')
    .description('make a workspace, change what it allows, or move it to another installation');
  addWorkspaceMoveCommand(workspace, answering);
  addDomainCommand(workspace, answering);

  workspace
    .command('create')
    .description('make an empty workspace; prints {id, slug}')
    .requiredOption('--name <name>', 'what people read')
    .requiredOption('--slug <slug>', 'what addresses and commands read: lower-case letters, digits, single hyphens')
    .action((options: { name: string; slug: string }, command: Command) => {
      const input = parseOptions(CreateWorkspace, { name: options.name, slug: options.slug });
      return answer(command, async (session) => {
        const { id, slug } = await createEmptyWorkspace(createInstallationOperatorContext(session), input);
        return { json: { id, slug }, text: `Made the workspace ${slug} (${id}).` };
      });
    });

  const set = workspace
    .command('set')
    .description('change any one or more settings of a workspace; prints all that there are')
    .requiredOption('--workspace <slug>', 'its slug');
  for (const [setting, [values, meaning]] of SETTINGS) set.option(`${optionOf(setting)} <${values}>`, meaning);
  set.action((options: Record<string, string>, command: Command) => {
    const attribute = (setting: string) => setting.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const given = SETTINGS.flatMap(([setting]) => {
      const value = options[attribute(setting)];
      return value === undefined ? [] : [[setting, value]];
    });
    if (given.length === 0) {
      const names = SETTINGS.map(([setting]) => optionOf(setting));
      throw new AppError(
        'invalid_request',
        `Give at least one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
      );
    }
    const input = parseOptions(SetOptions, Object.fromEntries(given));
    return answer(command, async (session) => {
      const ctx = await getOperatorContextOfWorkspace(session, options['workspace']!);
      const { name: _, ...settings } = await updateWorkspaceSettings(ctx, input);
      const { id, slug } = ctx.workspace;
      const inWords = {
        ...settings,
        sso_domains: settings.sso_domains.join(', ') || 'none',
        grading_trust: formatConfidenceThreshold(settings.grading_trust),
      };
      const lines = Object.entries(inWords).map(
        ([setting, value]) => `${optionOf(setting).slice(2)}: ${value ?? 'never'}`,
      );
      return { json: { id, slug, ...settings }, text: [`Settings of ${slug}:`, ...lines].join('\n') };
    });
  });
}

/** Domains whose addresses a workspace's own issuer signs in. */
function addDomainCommand(workspace: Command, { answer }: CommandRunner): void {
  workspace
    .command('domain')
    .description('verify a domain for a workspace’s own single sign-on')
    .command('verify')
    .description('verify a domain without a DNS record, on your word: the workspace’s issuer may sign in its addresses')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--domain <domain>', 'the part of e-mail addresses after the @')
    .action((options: { workspace: string; domain: string }, command: Command) => {
      const input = parseOptions(SignInDomainRef, { domain: options.domain });
      return answer(command, async (session) => {
        const ctx = await getOperatorContextOfWorkspace(session, options.workspace);
        await verifyDomainAsOperator(ctx, input.domain);
        return { json: input, text: `${input.domain} is verified for ${ctx.workspace.slug}.` };
      });
    });
}

export function addDepartmentCommands(program: Command, { answer }: CommandRunner): void {
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
        const { id, name } = await createDepartment(
          await getOperatorContextOfWorkspace(session, options.workspace),
          input,
        );
        return { json: { id }, text: `Made the department ${name} (${id}).` };
      });
    });
}
