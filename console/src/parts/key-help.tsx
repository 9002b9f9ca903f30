import { Button, Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useKeys } from './use-keys.ts';

/** The keys of a screen, shown by a button and by "?". */
export function KeyHelp({ keys }: { readonly keys: readonly (readonly [key: string, meaning: string])[] }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  useKeys({ '?': open });
  return (
    <>
      <Button className="key-help" variant="default" onClick={open}>
        {t('common.keys')} <Kbd ml="xs">?</Kbd>
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('common.keys')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Table aria-label={t('common.keys')}>
          <Table.Tbody>
            {[...keys, ['?', t('common.keysShow')] as const].map(([key, meaning]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">
                  <Kbd>{key}</Kbd>
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
