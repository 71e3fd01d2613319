import { Group, Pagination, Text } from '@mantine/core';

interface PaginatorProps {
  /** The listed items, in the plural: "people". */
  what: string;
  total: number;
  limit: number;
  offset: number;
  onChange: (offset: number) => void;
}

const CONTROL_LABELS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

/** Shows "1–50 of 412 people", and links to other pages if there are any. */
export function Paginator({ what, total, limit, offset, onChange }: PaginatorProps) {
  if (total === 0) return null;
  const pages = Math.ceil(total / limit);
  const last = Math.min(offset + limit, total);
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed" component="output">
        {(offset + 1).toLocaleString()}–{last.toLocaleString()} of {total.toLocaleString()} {what}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={`Pages of ${what}`}
          size="sm"
          siblings={1}
          total={pages}
          value={Math.floor(offset / limit) + 1}
          onChange={(page) => onChange((page - 1) * limit)}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          getControlProps={(control) => ({ 'aria-label': CONTROL_LABELS[control] })}
        />
      )}
    </Group>
  );
}
