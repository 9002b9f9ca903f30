import { Text } from '@mantine/core';
import { useLabel } from '../parts/use-label.ts';

/** The name of a rule; of a rule that the service ships in words, with the name that templates and answers have. */
export function RuleName({ name }: { readonly name: string }) {
  const words = useLabel()('rules.shippedNames', name);
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {words}
      {words !== name && (
        <Text component="span" display="block" size="xs" c="dimmed" className="number">
          {name}
        </Text>
      )}
    </span>
  );
}
