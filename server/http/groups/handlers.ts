import { randomUUID } from 'node:crypto'
import limits from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/groups.ts'
import type { GroupBody } from '#schemas/generated/entities/group-body.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import { refuseUnsaved } from '../../lib/saving.ts'
import { ConflictError } from '../../store/errors.ts'
import type { MemberKey } from '../../store/lists/group-members.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { linesOf } from './lines.ts'
import { membersOf } from './members.ts'

const { groupsKept, groupPageSize } = limits.limits

/** /crm/group: people and gateways that administrators have put together (spec 3 §7). */
export function groupsHandlers(parts: Parts): HandlersOf<operations> {
  const { store, now } = parts
  const { groups } = store
  const note = noteOf(parts)

  const find = async (id: string) => {
    const group = await groups.find(id)
    if (!group) throw notFound()
    return group
  }

  const shown = (keys: readonly MemberKey[], host: string) => membersOf(parts, host, keys)

  const takeOut = async (groupId: string, member: MemberKey) => {
    const { groupName } = await find(groupId)
    if (!(await groups.takeOut(groupId, member))) throw notFound()
    return groupName
  }

  return {
    async createGroup({ body, session }) {
      if ((await groups.count()) >= groupsKept.value) throw conflict('GROUPS_FULL')
      const _id = randomUUID()
      const group = cleaned(body)
      await named(groups.create({ _id, at: now(), ...group }))
      await note(session, 'createGroup', { group: group.groupName })
      return { _id }
    },

    async updateGroup({ body: { _id, ...body }, query: { revision }, session }) {
      const before = await find(_id)
      const group = cleaned(body)
      refuseUnsaved(await named(groups.update(_id, group, revision)))
      await note(session, 'updateGroup', { group: group.groupName, before: before.groupName })
      return undefined
    },

    async addUsersToGroup({ body, session }) {
      const { groupId, usernames = [], userIds = [], deviceSN = [], members = [], dryRun = false } = body
      const { groupName } = await find(groupId)
      const lines = await linesOf(groups, groupId, { usernames, userIds, deviceSN, members })
      const fitting = lines.flatMap(({ member }) => member ?? [])
      if (!dryRun && fitting.length > 0) {
        await groups.add(groupId, fitting)
        await note(session, 'addUsersToGroup', { group: groupName, count: fitting.length })
      }
      return { added: fitting.length, lines: lines.map(({ line }) => line) }
    },

    async getUsersByGroupNames({
      body: { groupNames },
      query: { page = 1, limit = groupPageSize.value },
      host,
    }) {
      const { data, count } = await groups.people(groupNames, { page, limit })
      return {
        data: await shown(
          data.map((id) => ({ kind: 'user', id })),
          host,
        ),
        count,
      }
    },

    getGroupsForOwner: async ({ query: { userId, page = 1, limit = groupPageSize.value } }) => {
      const { data, count } = await groups.list({ page, limit, owner: userId })
      return { data: [...data], count }
    },

    searchGroups: async ({ query: { page = 1, limit = groupPageSize.value, searchText } }) => {
      const { data, count } = await groups.list({ page, limit, searchText })
      return { data: [...data], count }
    },

    async getUsersForGroup({ query, host }) {
      const { groupId, page = 1, limit = groupPageSize.value, order = '-name', kind, searchText } = query
      await find(groupId)
      const { data, count } = await groups.members(groupId, { page, limit, order, kind, searchText })
      return { data: await shown(data, host), count }
    },

    readGroup: ({ params: { groupId } }) => find(groupId),

    async deleteGroup({ params: { groupId }, session }) {
      const gone = await groups.remove(groupId)
      if (!gone) throw notFound()
      await note(session, 'deleteGroup', { group: gone.name })
      return undefined
    },

    async removeUserFromGroup({ params: { groupId, userId }, session }) {
      const group = await takeOut(groupId, { kind: 'user', id: userId })
      await note(session, 'removeUserFromGroup', { userId, group })
      return undefined
    },

    async removeGatewayFromGroup({ params: { groupId, serialNumber }, session }) {
      const group = await takeOut(groupId, { kind: 'gateway', id: serialNumber })
      await note(session, 'removeGatewayFromGroup', { serialNumber, group })
      return undefined
    },
  }
}

/** spec 3 §5: neither name nor description is blank, whatever letters a blank is made of. */
function cleaned({ groupName, description, tag = '' }: GroupBody): GroupBody {
  const [name, about, mark] = [cleanName(groupName), cleanName(description), cleanName(tag)]
  if (name === '') throw invalid('/groupName')
  if (about === '') throw invalid('/description')
  return { groupName: name, description: about, ...(mark && { tag: mark }) }
}

const named = async <T>(kept: Promise<T>): Promise<T> => {
  try {
    return await kept
  } catch (error) {
    throw error instanceof ConflictError ? conflict('GROUP_NAME_TAKEN') : error
  }
}
