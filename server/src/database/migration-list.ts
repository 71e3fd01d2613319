import { Baseline } from './migrations/20261124-baseline.ts';
import { FunctionNames } from './migrations/20261124-function-names.ts';
import { Queues } from './migrations/20261124-queues.ts';
import { OwnSignIn } from './migrations/20261124-own-sign-in.ts';
import { TableNames } from './migrations/20261124-table-names.ts';
import { StatRevision } from './migrations/20261127-stat-revision.ts';
import { DriveParts } from './migrations/20261128-drive-parts.ts';
import { BrokenAnswers } from './migrations/20261128-broken-answers.ts';
import { GradeChecks } from './migrations/20261128-grade-checks.ts';
import { ModelEndpoints } from './migrations/20261128-model-endpoints.ts';
import { Pictures } from './migrations/20261128-pictures.ts';
import { TrainingActions } from './migrations/20261128-training-actions.ts';
import { AssignRequests } from './migrations/20261128-assign-requests.ts';
import { ListOrders } from './migrations/20261128-list-orders.ts';
import { SettledNotifications } from './migrations/20261128-settled-notifications.ts';
import { ScannedRanges } from './migrations/20261128-scanned-ranges.ts';
import { TaskModels } from './migrations/20261128-task-models.ts';
import { GradeLanguages } from './migrations/20261128-grade-languages.ts';
import { ChangedPeople } from './migrations/20261128-changed-people.ts';
import { PagesInPart } from './migrations/20261128-pages-in-part.ts';
import { FailingPeople } from './migrations/20261128-failing-people.ts';
import { CachedTokens } from './migrations/20261128-cached-tokens.ts';

/** All migrations in the order in which they run. Their names are stored in the database. */
export const MIGRATIONS = [
  { name: '20261124-baseline', class: Baseline },
  { name: '20261124-queues', class: Queues },
  { name: '20261124-function-names', class: FunctionNames },
  { name: '20261124-own-sign-in', class: OwnSignIn },
  { name: '20261124-table-names', class: TableNames },
  { name: '20261127-stat-revision', class: StatRevision },
  { name: '20261128-drive-parts', class: DriveParts },
  { name: '20261128-broken-answers', class: BrokenAnswers },
  { name: '20261128-grade-checks', class: GradeChecks },
  { name: '20261128-model-endpoints', class: ModelEndpoints },
  { name: '20261128-task-models', class: TaskModels },
  { name: '20261128-grade-languages', class: GradeLanguages },
  { name: '20261128-cached-tokens', class: CachedTokens },
  { name: '20261128-pictures', class: Pictures },
  { name: '20261128-changed-people', class: ChangedPeople },
  { name: '20261128-training-actions', class: TrainingActions },
  { name: '20261128-scanned-ranges', class: ScannedRanges },
  { name: '20261128-settled-notifications', class: SettledNotifications },
  { name: '20261128-list-orders', class: ListOrders },
  { name: '20261128-assign-requests', class: AssignRequests },
  { name: '20261128-failing-people', class: FailingPeople },
  { name: '20261128-pages-in-part', class: PagesInPart },
];
