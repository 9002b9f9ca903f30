import accounts from './accounts.json';
import attempts from './attempts.json';
import audit from './audit.json';
import cases from './cases.json';
import clients from './clients.json';
import common from './common.json';
import companies from './companies.json';
import errors from './errors.json';
import executions from './executions.json';
import figures from './figures.json';
import people from './people.json';
import privacy from './privacy.json';
import profiles from './profiles.json';
import rules from './rules.json';
import session from './session.json';
import shell from './shell.json';
import sources from './sources.json';
import statuses from './statuses.json';
import system from './system.json';
import templates from './templates.json';
import trial from './trial.json';

export default {
  accounts,
  attempts,
  audit,
  cases,
  clients,
  common,
  companies,
  errors,
  executions,
  figures,
  people,
  privacy,
  profiles,
  rules,
  session,
  shell,
  sources,
  statuses,
  system,
  templates,
  trial,
};
