import type { AuditEventRow } from '../../../src/features/events/event.entity.ts';
import type { DepartmentRow } from '../../../src/features/departments/department.entity.ts';
import { OPERATOR, personActor, personNamed, type Happening, type History } from './history.ts';
import { after, before, idAt } from './moments.ts';
import { personEvents } from './person-events.ts';
import { DEPARTMENT_RENAMED, TAKEN_BACK, WORKSPACE_MADE } from './timeline.ts';

/** What the audit log has kept of everything else in the demo, oldest first. */
export function auditRows(history: History): AuditEventRow[] {
  const happenings = [
    ...workspaceEvents(history),
    ...personEvents(history),
    ...tokenEvents(history),
    ...suggestionEvents(history),
  ];
  return happenings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, by, action, subject, changes }) => ({
      workspaceId: history.workspace.id,
      id: idAt(at),
      at,
      action,
      ...by,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      changes: changes ?? null,
      requestId: null,
    }));
}

function workspaceEvents({ workspace, departments, departmentIds, people, now }: History): Happening[] {
  const subject = (department: DepartmentRow, name = department.name) => ({
    kind: 'department',
    id: department.id,
    name,
  });
  const renamedId = departmentIds[DEPARTMENT_RENAMED.key];
  const made = departments.map((department): Happening => ({
    at: department.createdAt,
    by: OPERATOR,
    action: 'department.created',
    subject: subject(department, department.id === renamedId ? DEPARTMENT_RENAMED.from : department.name),
  }));
  const renamed = departments
    .filter(({ id }) => id === renamedId)
    .map((department): Happening => ({
      at: before(now, DEPARTMENT_RENAMED.daysAgo),
      by: personActor(personNamed(people, 'admin')),
      action: 'department.renamed',
      subject: subject(department),
      changes: { name: [DEPARTMENT_RENAMED.from, department.name] },
    }));
  return [
    {
      at: before(now, WORKSPACE_MADE),
      by: OPERATOR,
      action: 'workspace.created',
      subject: { kind: 'workspace', id: workspace.id, name: workspace.name },
      changes: { slug: workspace.slug },
    },
    ...made,
    ...renamed,
  ];
}

function tokenEvents({ token, people }: History): Happening[] {
  const by = personActor(personNamed(people, 'admin'));
  const subject = { kind: 'token', id: token.id, name: token.name };
  return [
    { at: token.createdAt, by, action: 'token.created', subject, changes: { scopes: token.scopes } },
    ...(token.revokedAt ? [{ at: token.revokedAt, by, action: 'token.revoked', subject } satisfies Happening] : []),
  ];
}

/** The operator let them in: no token of today's workspace is behind them. */
function suggestionEvents({ suggestions, people, now }: History): Happening[] {
  const reviewer = personActor(personNamed(people, 'farah.qureshi'));
  return suggestions.flatMap((suggestion): Happening[] => {
    const subject = { kind: 'suggestion', id: suggestion.id, name: suggestion.title };
    const created: Happening = {
      at: suggestion.createdAt,
      by: OPERATOR,
      action: 'suggestion.created',
      subject,
      changes: { source_name: suggestion.sourceName },
    };
    const dismissed = (at: Date, reason: string): Happening => ({
      at,
      by: reviewer,
      action: 'suggestion.dismissed',
      subject,
      changes: { reason },
    });
    if (suggestion.dismissedAt && suggestion.dismissReason) {
      return [created, dismissed(suggestion.dismissedAt, suggestion.dismissReason)];
    }
    const day = before(now, TAKEN_BACK.daysAgo + 1);
    if (suggestion.createdAt < day || suggestion.createdAt >= after(day, 1)) return [created];
    const restored: Happening = {
      at: before(now, TAKEN_BACK.restored),
      by: personActor(personNamed(people, 'zoe.vandenberg')),
      action: 'suggestion.restored',
      subject,
    };
    return [created, dismissed(before(now, TAKEN_BACK.dismissed), TAKEN_BACK.reason), restored];
  });
}
