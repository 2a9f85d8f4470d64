import type { GroupMember } from '#schemas/generated/entities/group-member.ts'
import { masked } from '../../gateways/shown.ts'
import type { MemberKey } from '../../store/lists/group-members.ts'
import type { Parts } from '../parts.ts'

/** People and gateways as administrators see them, in the order of their keys; who was deleted meanwhile is left out. */
export async function membersOf(
  { store, settings }: Pick<Parts, 'store' | 'settings'>,
  host: string,
  keys: readonly MemberKey[],
): Promise<GroupMember[]> {
  const hidden = settings.of(host).flags.HIDE_SENSITIVE_DATA === true
  const ids = (kind: MemberKey['kind']) => keys.filter((one) => one.kind === kind).map(({ id }) => id)
  const [people, gateways] = await Promise.all([
    store.people.some(ids('user')),
    store.gateways.some(ids('gateway')),
  ])
  const members = new Map<string, GroupMember>([
    ...people.map(({ id, username, firstName, lastName, state }): [string, GroupMember] => {
      // Z-05
      const named = hidden ? masked(username) : username
      const name = [firstName, lastName].filter((part) => part).join(' ')
      return [`user ${id}`, { id, kind: 'user', name: hidden || name === '' ? named : name, named, state }]
    }),
    ...gateways.map(({ serialNumber, name, connectionStatus }): [string, GroupMember] => [
      `gateway ${serialNumber}`,
      { id: serialNumber, kind: 'gateway', name, named: serialNumber, connectionStatus },
    ]),
  ])
  return keys.flatMap(({ kind, id }) => members.get(`${kind} ${id}`) ?? [])
}
