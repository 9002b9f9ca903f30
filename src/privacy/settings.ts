import { choice, group } from '../platform/config/variables.ts';

const privacy = group('Privacy', {
  erasureNeedsSecondPerson: choice(['true', 'false'], {
    variable: 'ERASURE_SECOND_PERSON',
    default: 'false',
    description:
      '`true`: two people who sign in to the console must ask for the erasure of a person, within seven days. Clients with `people:erase` erase at once.',
  }),
});

export const privacySettings = { privacy };
