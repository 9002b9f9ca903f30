import { Text } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId } from 'react';

/** Properties of a button that cannot act yet: it can be reached, says why, and does nothing. */
type HeldBackProps =
  | Record<string, never>
  | {
      readonly 'data-disabled': true;
      readonly 'aria-disabled': true;
      readonly 'aria-describedby': string;
      readonly onClickCapture: (event: MouseEvent) => void;
    };

/**
 * Buttons that need something first. As long as it is missing they are grey, and a sentence beside them says what is
 * missing, to screen readers as well: unlike a disabled button, a grey one keeps its place in the order of the keyboard.
 */
export function HeldBack({
  missing,
  children,
}: {
  /** The sentence that is shown; undefined once nothing is missing. */
  readonly missing: string | undefined;
  readonly children: (held: HeldBackProps) => ReactNode;
}) {
  const id = useId();
  if (missing === undefined) return children({});
  return (
    <>
      {children({
        'data-disabled': true,
        'aria-disabled': true,
        'aria-describedby': id,
        onClickCapture(event) {
          event.preventDefault();
          event.stopPropagation();
        },
      })}
      <Text id={id} size="sm" c="dimmed">
        {missing}
      </Text>
    </>
  );
}
