import { type Command, Option } from 'commander';
import type { ClientRulesChange } from '../client-rules.ts';
import { livenessDemands } from '../types.ts';

export type RuleOptions = {
  readonly livenessAuthentication?: string;
  readonly livenessRegistration?: string;
  readonly captureOrigin?: readonly string[];
  readonly redirectUrl?: readonly string[];
};

const operatorsOwn = 'operator';

/** Adds the options that say the rules of a client. */
export function addRuleOptions(command: Command): Command {
  const demand = (use: string) =>
    new Option(
      `--liveness-${use} <demand>`,
      `liveness of photos for ${use}, never less than the operator's; ${operatorsOwn}: the same as his`,
    ).choices([...livenessDemands, operatorsOwn]);
  return command
    .addOption(demand('authentication'))
    .addOption(demand('registration'))
    .option('--capture-origin <origins...>', "origins that may embed the capture page; '' for none")
    .option('--redirect-url <addresses...>', "where sessions may lead back to; '' for none");
}

/** The rules that the options name. */
export function rulesOf(options: RuleOptions): ClientRulesChange {
  const demandOf = (text: string) => (text === operatorsOwn ? null : text);
  const { livenessAuthentication: authentication, livenessRegistration: registration } = options;
  const { captureOrigin, redirectUrl } = options;
  return {
    ...(authentication === undefined && registration === undefined
      ? {}
      : {
          livenessRequired: {
            ...(authentication === undefined ? {} : { authentication: demandOf(authentication) }),
            ...(registration === undefined ? {} : { registration: demandOf(registration) }),
          },
        }),
    ...(captureOrigin === undefined ? {} : { captureOrigins: captureOrigin.filter((each) => each !== '') }),
    ...(redirectUrl === undefined ? {} : { redirectUrls: redirectUrl.filter((each) => each !== '') }),
  };
}
