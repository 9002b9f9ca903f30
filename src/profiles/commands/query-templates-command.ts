import { Command, InvalidArgumentError } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { QueryTemplateTest } from '../executions/test-query-template.ts';

export function queryTemplatesCommand(): Command {
  return new Command('templates')
    .description('List and test query templates.')
    .addCommand(listQueryTemplatesCommand())
    .addCommand(testQueryTemplateCommand());
}

function listQueryTemplatesCommand(): Command {
  return new Command('list')
    .description('List the query templates with their current versions.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const listed = await runOperatorTask('templates/list', {});
      if (options.json) return console.log(JSON.stringify(listed, null, 2));
      for (const { id, version, isDefault, subject, name } of listed.templates) {
        const marks = [subject, `version ${version}`, ...(isDefault ? ['default'] : [])].join(', ');
        console.log(`${id}  ${name} (${marks})`);
      }
    });
}

type TestOptions = {
  readonly subject: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly json?: true;
};

function testQueryTemplateCommand(): Command {
  return new Command('test')
    .description(
      'Show the decision of a query template about a person or company, with the reasons. Records nothing.',
    )
    .argument('<template>', 'id of the query template')
    .requiredOption('--subject <document>', 'CPF or CNPJ, without mask')
    .option('--attributes <json>', 'attributes from the client, as a JSON object', parseObject, {})
    .option('--json', 'print one JSON document on standard output')
    .action(async (templateId: string, { subject, attributes, json }: TestOptions) => {
      const input = { templateId, subject, attributes };
      const test = await runOperatorTask('templates/test', input);
      console.log(json ? JSON.stringify(test, null, 2) : describeTest(test).join('\n'));
    });
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
