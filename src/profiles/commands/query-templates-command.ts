import { type Command, InvalidArgumentError } from 'commander';
import { argument, groupCommands, option, requiredOption, taskCommand } from '../../cli/define-command.ts';
import type { QueryTemplateTest } from '../executions/test-query-template.ts';

export function queryTemplatesCommand(): Command {
  return groupCommands('templates', 'List and test query templates.', [
    taskCommand('templates/list', {
      description: 'List the query templates with their current versions.',
      describe: ({ templates }) =>
        templates.map(({ id, version, isDefault, subject, name }) => {
          const marks = [subject, `version ${version}`, ...(isDefault ? ['default'] : [])].join(', ');
          return `${id}  ${name} (${marks})`;
        }),
    }),
    taskCommand('templates/test', {
      description:
        'Show the decision of a query template about a person or company, with the reasons. Records nothing.',
      takes: {
        templateId: argument('<template>', 'id of the query template'),
        subject: requiredOption('--subject <document>', 'CPF or CNPJ, without mask'),
        attributes: option('--attributes <json>', 'attributes from the client, as a JSON object', {
          parse: parseObject,
          default: {},
        }),
      },
      describe: describeTest,
    }),
  ]);
}

/** The test as lines to read: the outcome, then what led to it. */
function describeTest({ decision, sources, checks, ...test }: QueryTemplateTest): string[] {
  const { status, reason, advice, decidedBy, rules } = decision;
  const why = decidedBy.length > 0 ? `by ${decidedBy.join(', ')}` : (reason ?? 'no rule matched');
  return [
    `${status}: ${why}  (${test.templateId}, version ${test.templateVersion})`,
    ...(advice === undefined ? [] : [`advice     ${advice}`]),
    ...sources.map((it) => `source     ${it.name}: ${it.outcome}${it.reason ? `, ${it.reason}` : ''}`),
    ...Object.entries(checks).map(
      ([name, check]) => `attribute  ${name}: ${check.verdict}${describeSimilarity(check)}`,
    ),
    ...rules.map(
      (it) => `rule       ${it.name}: ${it.outcome} (${it.status})${it.reason ? `, ${it.reason}` : ''}`,
    ),
    ...(test.partners > 0 ? [`partners   ${test.partners} would be onboarded`] : []),
  ];
}

function describeSimilarity(check: QueryTemplateTest['checks'][string]): string {
  return check.similarity === undefined ? '' : `, similarity ${check.similarity}`;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new InvalidArgumentError('must be a JSON object');
}
