import type { Command } from 'commander';
import { ListedDevicePeople, DevicePeopleDisplay, EnrolDevice } from '@training/shared/devices/devices';
import { enrolDevice } from '../auth/pins/shared-devices.ts';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import { resolveDepartmentId } from '../features/departments/departments.ts';
import { type CommandRunner, ASSUMED_ADDRESS_NOTE, getOperatorContextOfWorkspace, parseOptions } from './command.ts';

type EnrolOptions = { workspace: string; name: string; shows: string; lists: string; department?: string };

export function addDeviceCommands(program: Command, { answer }: CommandRunner): void {
  program
    .command('device')
    .description('devices that people share')
    .command('enrol')
    .description(
      'enrol a device that people sign in on one after the other with a PIN, and print the link that sets it up once, ' +
        'within 30 minutes; prints {id, code, url, expires_at}',
    )
    .requiredOption('--workspace <slug>', 'the workspace of the people')
    .requiredOption('--name <name>', 'what the device is called, such as its place')
    .option('--shows <what>', `what it shows of people: ${DevicePeopleDisplay.options.join(', ')}`, 'number')
    .option('--lists <whom>', `whom it lists: ${ListedDevicePeople.options.join(', ')}`, 'everyone')
    .option('--department <id or name>', 'whose people sign in; everyone’s if it is absent')
    .action((options: EnrolOptions, command: Command) =>
      answer(command, async (session) => {
        const ctx = await getOperatorContextOfWorkspace(session, options.workspace);
        const department_id =
          options.department === undefined ? null : await resolveDepartmentId(ctx, options.department);
        const { name, shows, lists } = options;
        const input = parseOptions(EnrolDevice, { name, shows, lists, department_id, manager_id: null });
        const { config } = session;
        const [publicUrl] = allowedOriginsOf(config, config.port);
        const enrolled = await enrolDevice({ ...ctx, entry: { origin: () => publicUrl, sendsMail: false } }, input);
        return {
          json: enrolled,
          text: `Enrolled ${name}. Open on the device, within 30 minutes:\n${enrolled.url}${config.publicUrl ? '' : ASSUMED_ADDRESS_NOTE}`,
        };
      }),
    );
}
