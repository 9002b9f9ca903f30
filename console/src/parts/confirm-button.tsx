import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A button that asks once more before it acts. */
export function ConfirmButton({
  label,
  question,
  onConfirm,
  children,
  ...button
}: ButtonProps &
  Pick<ComponentProps<'button'>, 'aria-describedby' | 'aria-disabled' | 'onClickCapture'> & {
    readonly label: string;
    readonly question: string;
    readonly onConfirm: () => void;
    readonly children?: ReactNode;
  }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={label}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack>
          <Text>{question}</Text>
          {children}
          <Group justify="end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('common.cancel')}
            </Button>
            <Button
              color="red.8"
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
