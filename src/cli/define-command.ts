import { Argument, Command, Option } from 'commander';
import type { OperatorTaskName, TaskInput, TaskOutput } from '../platform/operator-tasks/index.ts';
import { runOperatorTask } from './run-operator-task.ts';

declare const valueType: unique symbol;

/** An argument or option of a command, with the type of its value; undefined is in it when it may be left out. */
type Taken<Value> = (Argument | Option) & { readonly [valueType]?: readonly [Value] };

type TakenByName = Readonly<Record<string, Taken<unknown>>>;

type ValueOf<One> = One extends { readonly [valueType]?: readonly [infer Value] } ? Value : never;

/** The values by name. Those that were left out are not there. */
export type Given<Takes extends TakenByName> = {
  readonly [Name in keyof Takes as undefined extends ValueOf<Takes[Name]> ? never : Name]: ValueOf<
    Takes[Name]
  >;
} & {
  readonly [Name in keyof Takes as undefined extends ValueOf<Takes[Name]> ? Name : never]?: NonNullable<
    ValueOf<Takes[Name]>
  >;
};

type Rules = {
  readonly choices?: readonly string[];
  /** Throws InvalidArgumentError for a text that is no value. */
  readonly parse?: (text: string) => unknown;
  readonly default?: unknown;
};

/** The value of an argument or option of this form: a choice, what `parse` makes of it, texts, a text, or true. */
type ValueBy<Form extends string, Own extends Rules> =
  | (Own extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Own extends { readonly parse: (text: string) => infer Value }
        ? Value
        : Form extends `${string}...>`
          ? readonly string[]
          : Form extends `${string}>` | `[${string}`
            ? string
            : true)
  | (Form extends `<${string}` ? never : Own extends { readonly default: unknown } ? never : undefined);

function follow<One extends Argument | Option>(one: One, rules: Rules = {}): One {
  const { choices, parse } = rules;
  if (choices !== undefined) one.choices(choices);
  if (parse !== undefined) one.argParser((text: string) => parse(text));
  if (rules.default !== undefined) one.default(rules.default);
  return one;
}

/** An argument: `<name>`, or `[name]` when it may be left out. */
export function argument<const Form extends `<${string}>` | `[${string}]`, const Own extends Rules>(
  form: Form,
  description: string,
  rules?: Own,
): Taken<ValueBy<Form, Own>> {
  return follow(new Argument(form, description), rules);
}

/** An option with a value, `--name <value>`, with several, `--name <values...>`, or without, `--name`. */
export function option<const Form extends `--${string}`, const Own extends Rules>(
  form: Form,
  description: string,
  rules?: Own,
): Taken<ValueBy<Form, Own>> {
  return follow(new Option(form, description), rules);
}

export function requiredOption<const Form extends `--${string}>`, const Own extends Rules>(
  form: Form,
  description: string,
  rules?: Own,
): Taken<NonNullable<ValueBy<Form, Own>>> {
  return follow(new Option(form, description).makeOptionMandatory(), rules);
}

type CommandParts<Takes extends TakenByName, Result> = {
  readonly description: string;
  /** By the names that `run` gets the values under. */
  readonly takes?: Takes;
  /** Said of `--json` by the help. */
  readonly json?: string;
  readonly run: (given: Given<Takes>, command: Command) => Promise<Result>;
  /** The result in lines for people; none when there is nothing to show, which standard error then says. */
  readonly describe: (result: Result, given: Given<Takes>) => string | readonly string[];
};

/** Said on standard error, so that standard output stays empty for programs that count its lines. */
export const nothingToShow = 'There is nothing to show.';

export const jsonDescription = 'print one JSON document on standard output';

/** A command that does one thing and prints what came of it: in lines, or with `--json` as one JSON document. */
// biome-ignore lint/complexity/noBannedTypes: a command that takes nothing
export function defineCommand<Result, Takes extends TakenByName = {}>(
  name: string,
  { description, takes, json = jsonDescription, run, describe }: CommandParts<Takes, Result>,
): Command {
  const command = new Command(name).description(description);
  const taken = Object.entries<Taken<unknown>>(takes ?? {});
  for (const [, one] of taken) {
    if (one instanceof Option) command.addOption(one);
    else command.addArgument(one);
  }
  const readValue = (one: Taken<unknown>): unknown =>
    one instanceof Option
      ? command.getOptionValue(one.attributeName())
      : command.processedArgs[command.registeredArguments.indexOf(one)];
  return command.option('--json', json).action(async () => {
    const values = taken.map(([key, one]) => [key, readValue(one)] as const);
    const given = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Given<Takes>;
    const result = await run(given, command);
    if (command.getOptionValue('json')) return console.log(JSON.stringify(result, null, 2));
    const lines = [describe(result, given)].flat();
    for (const line of lines) console.log(line);
    if (lines.length === 0) console.error(nothingToShow);
  });
}

/** Arguments and options that together are the input of a task. */
type TakenFor<Input> = { readonly [Name in keyof Input]: Taken<Input[Name]> };

/**
 * A command that runs the operator task of its name on what it takes.
 *
 * @example
 * taskCommand('holds/end', {
 *   description: 'End a hold.',
 *   takes: { holdId: argument('<holdId>', 'as `confere holds list` shows it') },
 *   describe: ({ id }) => `${id} is over`,
 * });
 */
export function taskCommand<
  Name extends OperatorTaskName,
  Takes extends TakenFor<TaskInput<Name>> & TakenByName = TakenFor<TaskInput<Name>> & {},
>(task: Name, parts: Omit<CommandParts<Takes, TaskOutput<Name>>, 'run'>): Command {
  return defineCommand(task.slice(task.lastIndexOf('/') + 1), {
    ...parts,
    run: (given) => runOperatorTask(task, given as TaskInput<Name>),
  });
}

/** A command of commands. */
export function groupCommands(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Numbers by name, in one line for people. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
