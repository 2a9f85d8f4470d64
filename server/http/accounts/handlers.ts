import type { operations } from '#schemas/generated/api/accounts.ts'
import type { AccountRow } from '#schemas/generated/entities/account-row.ts'
import type { ExternalIdentity } from '#schemas/generated/entities/external-identity.ts'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import { isLastAdministrator } from '../../auth/last-administrator.ts'
import { voidProofs } from '../../auth/void-proofs.ts'
import { masked } from '../../gateways/shown.ts'
import { conflict, invalid, notAllowed, notFound } from '../../lib/refusal.ts'
import { managesPeople, outranks } from '../../rights.ts'
import { ConflictError } from '../../store/errors.ts'
import type { ExternalIdentityRecord } from '../../store/people/external-identities.ts'
import type { Person } from '../../store/people/people.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { invitationHandlers } from './invitations.ts'
import { standingHandlers } from './standing.ts'

const ROLES = ['users', 'admin', 'support'] as const
const SUBROLES = ['none', 'viewer', 'operator', 'keeper', 'support', 'manager'] as const

const known = <T extends string>(names: readonly T[], name: string): T | 'other' =>
  names.find((one) => one === name) ?? 'other'

/** /crm/users: accounts as administrators see and change them. */
export function accountsHandlers(parts: Parts): HandlersOf<operations> {
  const { store, channel, settings, config, factors, now } = parts

  const find = async (id: string): Promise<Person> => {
    const person = await store.people.find(id)
    if (!person) throw notFound()
    return person
  }

  const note = noteOf(parts)

  return {
    ...standingHandlers(parts),
    ...invitationHandlers(parts, (person, host) =>
      shown(person, settings.of(host).flags.HIDE_SENSITIVE_DATA === true),
    ),

    async listAccounts({ query: { page = 1, limit = 15, searchText, role, state, group }, host }) {
      const { data, count } = await store.people.list({ page, limit, searchText, role, state, group })
      const hidden = settings.of(host).flags.HIDE_SENSITIVE_DATA === true
      return { data: data.map((person) => shown(person, hidden)), count }
    },

    async getAccount({ params: { id }, host }) {
      const [person, gateways, { any }] = await Promise.all([
        find(id),
        store.memberships.admittedGateways(id),
        factors.of(id),
      ])
      const { flags } = settings.of(host)
      const row = shown(person, flags.HIDE_SENSITIVE_DATA === true)
      return {
        ...row,
        // Z-05: the address stands in for the name.
        username: person.username,
        secondFactor: any,
        preferredLanguage: person.preferredLanguage as 'ch_DE' | 'ch_EN',
        gateways: gateways.map(({ serialNumber }) => serialNumber),
      }
    },

    async setSubrole({ params: { id }, body, session }) {
      const [caller, person] = await Promise.all([find(session.userId), find(id)])
      if (id === session.userId) throw new Failure(409, [{ errorCode: 'OWN_SUBROLE' }])
      const [role, before] = person.groups
      const subrole = body.subrole === 'none' ? undefined : body.subrole
      if (outranks(subrole === undefined ? [role] : [role, subrole], caller.groups)) throw notAllowed()
      await store.atomically(async (within) => {
        const lessens = !managesPeople(subrole === undefined ? [role] : [role, subrole])
        // Whoever does this administers, unless somebody else lessens him in the same moment.
        if (lessens && (await isLastAdministrator(within, id))) throw conflict('LAST_ADMINISTRATOR')
        if (!(await within.people.setSubrole(id, subrole))) throw notFound()
      })
      await note(session, 'setSubrole', { userId: id, before: before ?? 'none', after: body.subrole })
      channel.recheck(id)
      return undefined
    },

    async listExternalIdentities({ params: { id } }) {
      await find(id)
      const data = (await store.externalIdentities.ofUser(id)).map((one) => identityOf(id, one))
      return { data, count: data.length }
    },

    async linkExternalIdentity({ params: { id }, body, session }) {
      await find(id)
      const { issuer = config.identityProvider?.issuer, subject } = body
      if (issuer === undefined) throw invalid('/issuer')
      try {
        await store.externalIdentities.add({ issuer, subject, userId: id, at: now() })
      } catch (error) {
        if (error instanceof ConflictError)
          throw new Failure(409, [{ errorCode: 'IDENTITY_LINKED', field: '/subject' }])
        throw error
      }
      // From now on he proves himself there; whoever came in otherwise is out.
      await voidProofs(parts.store, id)
      await endSessionsOf(parts, id, 'other_login', session.key)
      await note(session, 'linkExternalIdentity', { userId: id, issuer, subject })
      const linked = (await store.externalIdentities.ofUser(id)).find(
        (one) => one.issuer === issuer && one.subject === subject,
      )
      if (!linked) throw notFound()
      return identityOf(id, linked)
    },

    async unlinkExternalIdentity({ params: { id, identity }, session }) {
      await find(id)
      if (!(await store.externalIdentities.remove(id, identity))) throw notFound()
      // Whoever came in as this is out.
      await endSessionsOf(parts, id, 'other_login', session.key)
      await note(session, 'unlinkExternalIdentity', { userId: id, identity })
      return undefined
    },
  }
}

function shown({ id, username, groups, createdAt, ...person }: Person, hidden: boolean): AccountRow {
  const [role, subrole] = groups
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
  return {
    id,
    username: hidden ? masked(username) : username,
    ...(hidden || name === '' ? {} : { name }),
    role: known(ROLES, role),
    subrole: known(SUBROLES, subrole ?? 'none'),
    state: person.state,
    createdAt: new Date(createdAt).toISOString(),
  }
}

const identityOf = (
  userId: string,
  { key, createdAt, ...identity }: ExternalIdentityRecord,
): ExternalIdentity => ({
  _id: key,
  userId,
  ...identity,
  createdAt: new Date(createdAt).toISOString(),
})
