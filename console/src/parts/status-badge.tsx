import { Badge } from '@mantine/core';
import { useLabel } from './use-label.ts';

const colors: Readonly<Record<string, string>> = {
  APPROVED: 'green',
  REPROVED: 'red',
  PENDING: 'yellow',
  PROCESSING: 'blue',
  WAITING_DOCUMENTS: 'orange',
  match: 'green',
  face_mismatch: 'red',
  spoof_suspected: 'red',
  reference_replayed: 'red',
};

/** The status of a profile or an execution, or the outcome of an attempt. */
export function StatusBadge({ status }: { readonly status: string }) {
  const label = useLabel();
  return (
    <Badge
      color={colors[status] ?? 'gray'}
      variant="light"
      tt="none"
      radius="sm"
      style={{ overflow: 'visible' }}
      miw="max-content"
    >
      {label('statuses', status)}
    </Badge>
  );
}
