import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { useErrorWords } from '../error-words/use-error-words.ts';
import { useProblemWords } from '../error-words/use-problem-words.ts';

/** An error: its meaning, its remedy, its code and the id of the request in the log. */
export function ErrorNotice({
  error,
  onRetry,
  listsProblems = true,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** False where the screen itself shows each problem at its place. */
  readonly listsProblems?: boolean;
}) {
  const { t, i18n } = useTranslation();
  const wordsOf = useErrorWords();
  const problemOf = useProblemWords();
  const code = error instanceof ApiError ? error.code : 'page_failed';
  const known = error instanceof ApiError ? error : undefined;
  const words = wordsOf(code);
  const meaning = words?.meaning ?? known?.message;
  const remedy = words?.remedy;
  return (
    <Alert color="red" variant="light" role="alert" title={meaning || t('errors.unknown')} w="100%">
      <Stack gap="xs">
        {known?.detail !== undefined && i18n.language === 'en' && <Text size="sm">{known.detail}</Text>}
        {listsProblems && known !== undefined && known.problems.length > 0 && (
          <List size="sm">
            {known.problems.map((problem) => {
              const { field, fault } = problemOf(problem);
              return (
                <List.Item key={`${problem.path} ${problem.message}`}>
                  <strong>{field}:</strong> {fault}
                </List.Item>
              );
            })}
          </List>
        )}
        {remedy !== undefined && <Text size="sm">{remedy}</Text>}
        <Text size="xs" className="number">
          {code}
          {known?.requestId !== undefined && ` · ${t('errors.request')} ${known.requestId}`}
        </Text>
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('errors.retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
