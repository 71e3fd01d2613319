import { z } from 'zod';
import { contractMessage } from '#contract';
import { SignInWithPin } from '../pins/pins.ts';
import { ExternalId, Id, labelSchema, Timestamp } from '../primitives.ts';

export const MAX_SHARED_DEVICES_PER_WORKSPACE = 500;
/** The maximum number of people that a device lists. If there are more, it lists those on shift. */
export const MAX_PEOPLE_LISTED_ON_DEVICE = 300;
/** The number of seconds without a request after which a shared device signs the person out. */
export const SHARED_DEVICE_IDLE_SECONDS = 120;

/**
 * The form in which the device shows people: full names; first names with initials; pictures with the same; or none, so
 * that they type their number.
 */
export const DevicePeopleDisplay = z.enum(['name', 'initial', 'picture', 'number']);
export type DevicePeopleDisplay = z.infer<typeof DevicePeopleDisplay>;

/** The people that the device lists: all who can sign in on it, or only those on shift (rules/shifts 3). */
export const ListedDevicePeople = z.enum(['everyone', 'on_shift']);
export type ListedDevicePeople = z.infer<typeof ListedDevicePeople>;

/** A device of a department, of the team of a manager, or of everyone if both are null. */
export const EnrolDevice = z
  .strictObject({
    name: labelSchema(100),
    shows: DevicePeopleDisplay,
    lists: ListedDevicePeople.default('everyone'),
    department_id: Id.nullable(),
    manager_id: Id.nullable(),
  })
  .refine(({ department_id, manager_id }) => department_id === null || manager_id === null, {
    error: () => contractMessage('departmentOrTeam'),
    path: ['manager_id'],
  });
export type EnrolDevice = z.infer<typeof EnrolDevice>;

export const DeviceRef = z.strictObject({ id: Id });
export type DeviceRef = z.infer<typeof DeviceRef>;

/** The code that sets a device up. It is shown once. */
export const DeviceSetUpCode = z.strictObject({
  id: Id,
  code: z.string(),
  url: z.url().describe('To open on the device, with the code after the #.'),
  expires_at: Timestamp,
});
export type DeviceSetUpCode = z.infer<typeof DeviceSetUpCode>;

/** A shared device, without its code. */
export const SharedDevice = z.strictObject({
  id: Id,
  name: z.string(),
  shows: DevicePeopleDisplay,
  lists: ListedDevicePeople,
  department: z.string().nullable(),
  manager: z.string().nullable(),
  enrolled_by: z.string(),
  set_up_at: Timestamp.nullable().describe('null until its code was used.'),
  used_at: Timestamp.nullable().describe('Last sign-in on it.'),
});
export type SharedDevice = z.infer<typeof SharedDevice>;

/** The shared devices of a workspace. @property is_offered Whether the workspace may use them. */
export const SharedDeviceList = z.strictObject({ is_offered: z.boolean(), devices: z.array(SharedDevice) });
export type SharedDeviceList = z.infer<typeof SharedDeviceList>;

/** The maximum number of people whose pictures a device requests at once. */
export const MAX_PICTURES_PER_DEVICE_REQUEST = 24;
export const ReadPersonPicturesOnDevice = z.strictObject({
  ids: z.array(Id).min(1).max(MAX_PICTURES_PER_DEVICE_REQUEST),
});

export const SetUpDevice = z.strictObject({ code: z.string().trim().min(1).max(40) });

/** Signs in a person on the shared device that sends the request. */
export const SignInOnDevice = z
  .strictObject({ user_id: Id.optional(), external_id: ExternalId.optional(), pin: SignInWithPin.shape.pin })
  .refine(({ user_id, external_id }) => (user_id === undefined) !== (external_id === undefined));
export type SignInOnDevice = z.infer<typeof SignInOnDevice>;
