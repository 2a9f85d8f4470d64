import type { operations } from '#schemas/generated/api/linked.ts'
import type { LinkedAccount } from '#schemas/generated/entities/linked-account.ts'
import { masked } from '../../gateways/shown.ts'
import type { Settings } from '../../settings.ts'
import type { DatedLink } from '../../store/people/memberships.ts'
import type { Person } from '../../store/people/people.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import { withoutNulls } from '../../store/text.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { givenBy } from './given.ts'
import { limitHandlers } from './limits.ts'

type Side = 'masterAccountId' | 'secondaryAccountId'

/** /crm/linked: who uses somebody's homes with him (spec 3 §7). */
export function linkedHandlers(parts: Parts): HandlersOf<operations> {
  const { store, linkedAccounts, settings } = parts
  const note = noteOf(parts)
  const given = givenBy(parts)

  const pageOf = async (own: Side, other: Side, id: string, host: string, page: number, limit: number) => {
    const links = await linkedAccounts.of(id, own)
    const shown = links.slice((page - 1) * limit, page * limit)
    const people = await store.people.some(shown.map((link) => link[other]))
    const here = settings.of(host)
    const limited = await store.linkLimits.among(shown.map(({ _id }) => _id))
    const rows = shown.map(async (link) => {
      const person = people.find((one) => one.id === link[other])
      if (!person) return []
      const row = rowOf(link, other, person, here)
      if (!limited.has(link._id)) return [row]
      return [{ ...row, limited: true as const, given: await given(link._id) }]
    })
    return { data: (await Promise.all(rows)).flat(), count: links.length }
  }

  const assertOn = (host: string): void => {
    if (settings.of(host).flags.LINKED_ACCOUNTS !== true)
      throw new Failure(409, [{ errorCode: 'LINKED_ACCOUNTS_OFF' }])
  }

  const add = async (
    kind: 'create' | 'support',
    linkedAccountId: string,
    session: SessionRecord,
    host: string,
  ) => {
    assertOn(host)
    await countAccount(parts, 'linkAccount', session.userId)
    const { _id, secondaryAccountId } = await linkedAccounts[kind](session.userId, linkedAccountId)
    const what = kind === 'create' ? 'createLinkedAccount' : 'linkSupportAccount'
    await note(session, what, { userId: session.userId, linked: secondaryAccountId })
    return { _id }
  }

  return {
    ...limitHandlers(parts),

    getMySecondary: ({ params: { id }, query: { page = 1, limit = 10 }, host }) =>
      pageOf('masterAccountId', 'secondaryAccountId', id, host, page, limit),

    getWhereIAmSecondary: ({ params: { id }, query: { page = 1, limit = 10 }, host }) =>
      pageOf('secondaryAccountId', 'masterAccountId', id, host, page, limit),

    async getParentIds({ params: { id } }) {
      return [...(await store.memberships.parentsOf(id))]
    },

    createLinkedAccount: ({ body, session, host }) => add('create', body.linkedAccountId, session, host),

    linkSupportAccount: ({ body, session, host }) => add('support', body.linkedAccountId, session, host),

    async resendLinkCode({ params: { linkId }, session, host }) {
      assertOn(host)
      await countAccount(parts, 'linkAccount', session.userId)
      await linkedAccounts.resend(session.userId, linkId)
      return undefined
    },

    async verifyLinkedAccount({ body: { id, otp }, session, host }) {
      assertOn(host)
      await countAccount(parts, 'verifyLink', session.userId)
      const { masterAccountId, secondaryAccountId } = await linkedAccounts.verify(session.userId, id, otp)
      await note(session, 'verifyLinkedAccount', { userId: masterAccountId, linked: secondaryAccountId })
      return undefined
    },

    // Also where linking is switched off: nobody is kept in a home.
    async deleteLinkedAccount({ body: { id }, session }) {
      const { masterAccountId, secondaryAccountId } = await linkedAccounts.remove(session.userId, id)
      await note(session, 'deleteLinkedAccount', { userId: masterAccountId, linked: secondaryAccountId })
      return undefined
    },
  }
}

function rowOf(link: DatedLink, other: Side, person: Person, { flags }: Settings): LinkedAccount {
  const { _id, isSupport, verified, at, endsAt } = link
  const { username, firstName, lastName } = person
  return {
    ...{ _id, isSupport, verified, [other]: link[other] },
    standing: isSupport ? 'support' : verified ? 'linked' : 'waiting',
    // Z-05
    person:
      flags.HIDE_SENSITIVE_DATA === true
        ? { username: masked(username) }
        : { username, ...withoutNulls({ firstName, lastName }) },
    createdAt: new Date(at).toISOString(),
    ...(endsAt === null ? {} : { endsAt: new Date(endsAt).toISOString() }),
  }
}
