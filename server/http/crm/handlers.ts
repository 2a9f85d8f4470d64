import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/crm.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { verifyPassword } from '../../auth/passwords/password-hash.ts'
import { comesFromProvider } from '../../auth/provider-only.ts'
import { countriesIn } from '../../countries.ts'
import { type Fault, invalid, notFound, sessionEnded } from '../../lib/refusal.ts'
import { whence } from '../../lib/whence.ts'
import { zoneOf } from '../../lib/zone.ts'
import type { Settings } from '../../settings.ts'
import type { SessionRecord } from '../../store/people/sessions.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import { gatewayAsUser } from '../gateway-session.ts'
import * as postal from '../location/postal.ts'
import type { Parts } from '../parts.ts'
import { contactHandlers } from './contacts.ts'
import { savedFilterHandlers } from './saved-filters.ts'

/** /crm and /setLangUser: profiles. */
export function crmHandlers(parts: Parts): HandlersOf<operations> {
  const { store, rights, settings, mails, deletion, factors, now } = parts

  const profile = async (userId: string, here: Settings): Promise<User> => {
    const account = await store.accounts.find(userId)
    if (!account) throw notFound()
    const [known, gateways, parentsIds, linkedAccountId] = await Promise.all([
      rights.hasRole(userId),
      store.memberships.admittedGateways(userId),
      store.memberships.parentsOf(userId),
      store.accounts.linkedId(userId),
    ])
    const { firstName, lastName, disabled: _disabled, ...rest } = account
    return {
      ...rest,
      // Z-05: with HIDE_SENSITIVE_DATA the e-mail address stands in for the name, which does not leave the server.
      ...(here.flags.HIDE_SENSITIVE_DATA === true ? {} : { firstName, lastName }),
      devices: known ? gateways.map(({ serialNumber }) => serialNumber) : [],
      parentsIds: [...parentsIds],
      ...(linkedAccountId === undefined ? {} : { linkedAccountId }),
    }
  }

  /** Marks an account, whose owner or an administrator proves with his own password that he is there. */
  const requestDeletion = async (session: SessionRecord, id: string, checkSecret: string): Promise<void> => {
    await countAccount(parts, 'deleteAccount', session.userId)
    const note = (result: 'ok' | 'refused') =>
      store.audit.append({
        who: session.userId,
        what: 'deleteAccount',
        at: now(),
        result,
        facts: { ...whence(session), userId: id },
      })
    // Whoever comes from an identity provider has no password here.
    const external = await comesFromProvider(store, session.userId)
    const correct = external
      ? await factors.proves(session, checkSecret)
      : (await verifyPassword(checkSecret, await store.accounts.passwordHash(session.userId))).correct
    if (!correct) {
      await note('refused')
      throw invalid('/checkSecret', undefined, external ? 'WRONG_PROOF' : 'WRONG_PASSWORD')
    }
    const account = await store.accounts.find(id)
    if (!account) throw notFound()
    const goneAt = await deletion.mark(id)
    // Somebody must remain who administers.
    if (goneAt === undefined) throw new Failure(409, [{ errorCode: 'LAST_ADMINISTRATOR' }])
    await note('ok')
    const timeZone = await zoneOf(store.quietHours, id)
    mails.background.later(() =>
      mails.post({
        kind: 'deletion',
        language: account.preferredLanguage,
        to: account.username,
        facts: {
          date: new Date(goneAt).toLocaleDateString(
            account.preferredLanguage === 'ch_DE' ? 'de-CH' : 'en-CH',
            { dateStyle: 'long', timeZone },
          ),
        },
      }),
    )
  }

  return {
    ...contactHandlers(parts),
    ...savedFilterHandlers(parts),

    async getProfile({ params, host, session }) {
      const { userId, serialNumber, viewer } = session
      if (serialNumber === undefined) return profile(params.id, settings.of(host))
      const owner = await store.accounts.find(userId)
      if (!owner) throw sessionEnded()
      // Whoever looks on is drawn what he may not do as whoever may only look.
      return gatewayAsUser(
        { userId, serialNumber },
        owner.preferredLanguage,
        viewer === undefined ? undefined : 'onlooker',
      )
    },

    async updateProfile({
      params,
      body: { isProfileMarkedForDeletion, checkSecret, ...body },
      host,
      session,
    }) {
      const here = settings.of(host)
      if (isProfileMarkedForDeletion) {
        await requestDeletion(session, params.id, checkSecret ?? '')
        return profile(params.id, here)
      }
      if (here.flags.PROFILE_EDIT !== true) throw new Failure(409, [{ errorCode: 'PROFILE_EDIT_OFF' }])
      const address = body.address?.map(postal.cleaned)
      const change = { ...body, ...cleaned(body), ...(address !== undefined && { address }) }
      checkNames(change, here)
      const faults = (address ?? []).flatMap((one, at) => postal.faultsIn(one, here.flags, `/address/${at}`))
      if (faults.length > 0) throw new Failure(400, faults)
      if (!(await store.accounts.updateProfile(params.id, change))) throw notFound()
      return profile(params.id, here)
    },

    async deleteAccount({ params: { id }, body: { checkSecret }, session }) {
      await requestDeletion(session, id, checkSecret)
      return undefined
    },

    async setLangUser({ body, session }) {
      if (!(await store.accounts.setLanguage(session.userId, body.language))) throw sessionEnded()
      return undefined
    },

    async setStartScreen({ body, session }) {
      if (!(await store.accounts.setStartScreen(session.userId, body.startScreen))) throw sessionEnded()
      return undefined
    },

    listCountries({ language, host }) {
      const { DEFAULT_LANG, DEFAULT_COUNTRY } = settings.of(host).flags
      return [...countriesIn(language ?? (DEFAULT_LANG === 'ch_EN' ? 'ch_EN' : 'ch_DE'), DEFAULT_COUNTRY)]
    },
  }
}

interface Names {
  firstName?: string
  lastName?: string
}

const cleaned = ({ firstName, lastName }: Names): Names => ({
  ...(firstName === undefined ? {} : { firstName: cleanName(firstName) }),
  ...(lastName === undefined ? {} : { lastName: cleanName(lastName) }),
})

/** spec 1 §5: names follow the configured pattern. */
function checkNames(names: Names, { flags }: Settings): void {
  const { NAME_REGEX } = flags
  if (typeof NAME_REGEX !== 'string') return
  const pattern = new RegExp(NAME_REGEX, 'u')
  const faults = (['firstName', 'lastName'] as const)
    .filter((field) => names[field] !== undefined && !pattern.test(names[field]))
    .map((field): Fault => ({ errorCode: 'VALIDATION', field: `/${field}` }))
  if (faults.length > 0) throw new Failure(400, faults)
}
