import { Anchor, Code, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { useProblemWords } from '../error-words/use-problem-words.ts';
import { findJsonLine } from './find-json-line.ts';

type Problem = ApiError['problems'][number];

/**
 * The problems that the service finds in the document of a template, which was sent at `place`: each with its path in the
 * document, after `body`. None in other errors.
 */
export function documentProblems(error: Error | null, place = 'body'): readonly Problem[] {
  if (!(error instanceof ApiError) || error.code !== 'request_invalid') return [];
  return error.problems.flatMap(({ path, message }) =>
    path === place || path.startsWith(`${place}/`)
      ? [{ path: `body${path.slice(place.length)}`, message }]
      : [],
  );
}

/** Problems of a document, each with a button that leads to its line. */
export function ProblemList({
  problems,
  text,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly text: string;
  readonly onShow: (line: number) => void;
}) {
  const { t } = useTranslation();
  const problemOf = useProblemWords();
  return (
    <List size="sm" aria-label={t('templates.problems')}>
      {problems.map(({ path, message }) => {
        const line = findJsonLine(text, path);
        const { fault, isWhole } = problemOf({ path, message });
        return (
          <List.Item key={`${path} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {line !== undefined && (
              <Anchor component="button" type="button" size="sm" onClick={() => onShow(line)}>
                {t('templates.line', { line })}
              </Anchor>
            )}{' '}
            <Code>{path.replace(/^body\//, '')}</Code> {isWhole ? fault : <span lang="en">{message}</span>}
          </List.Item>
        );
      })}
    </List>
  );
}
