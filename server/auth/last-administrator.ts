import { managesPeople } from '../rights.ts'
import type { Repositories } from '../store/store.ts'

/**
 * Whether nobody could administer the server without this account: invite, enable, give sub-roles. Asked within the change
 * that takes it away.
 */
export async function isLastAdministrator(
  { accounts }: Pick<Repositories, 'accounts'>,
  userId: string,
): Promise<boolean> {
  const account = await accounts.find(userId)
  if (!account || !managesPeople(account.groups)) return false
  return !(await accounts.administratorsBut(userId)).some(managesPeople)
}
