import { roleOf } from '../rights.ts'
import type { Repositories } from '../store/store.ts'

/** Whether nobody could administer the server without this account. Asked within the change that takes it away. */
export async function isLastAdministrator(
  { accounts }: Pick<Repositories, 'accounts'>,
  userId: string,
): Promise<boolean> {
  const account = await accounts.find(userId)
  if (!account || roleOf(account) !== 'admin') return false
  return !(await accounts.administeredWithout(userId))
}
