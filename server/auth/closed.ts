import type { Account, Credentials } from '../store/people/accounts.ts'

/** Nobody uses it: it is to be deleted, or an administrator has disabled it. */
export const isClosed = ({
  isProfileMarkedForDeletion,
  disabled,
}: Pick<Account, 'isProfileMarkedForDeletion' | 'disabled'>): boolean =>
  isProfileMarkedForDeletion === true || disabled === true

/** The code of why nobody gets into an account; for nobody's ears but whose who has proved that it is his. */
export function barOf({ account, standing }: Pick<Credentials, 'account' | 'standing'>): string | undefined {
  if (account.isProfileMarkedForDeletion) return 'ACCOUNT_DELETED'
  if (account.disabled) return 'ACCOUNT_DISABLED'
  return standing.activated ? undefined : 'NOT_ACTIVATED'
}
