export type { AccountDirectory } from './account-directory.ts';
export {
  type FirstInvitation,
  inviteFirstAdministrator,
  withdrawFirstInvitation,
} from './recover-administrator.ts';
