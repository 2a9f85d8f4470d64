import limits from '#catalogue/limits.json' with { type: 'json' }
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/alarm.ts'
import type { AlarmRecipient as Shown } from '#schemas/generated/entities/alarm-recipient.ts'
import type { ALARM_WAYS } from '../../homes/alarms/alarm-chain.ts'
import { conflict, invalid, notFound, Refusal } from '../../lib/refusal.ts'
import { ConflictError } from '../../store/errors.ts'
import type { AlarmRecipient } from '../../store/homes/alarm-recipients.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'

const { alarmRecipientPageSize, alarmRecipientsKept } = limits.limits

type Recipients = Pick<
  HandlersOf<operations>,
  | 'setAlarmRecipients'
  | 'listAlarmRecipients'
  | 'updateAlarmRecipient'
  | 'deleteAlarmRecipient'
  | 'deleteAlarmRecipients'
>

/** So many others may have changed one of them in between: more at once nobody does. */
const TRIES = 5

type Given = Partial<Record<(typeof ALARM_WAYS)[number], boolean>>

/** /alarm/recipients: whom an alarm of a home is told to (spec 3 §5, §7). */
export function recipientHandlers(parts: Parts): Recipients {
  const { store, rights, settings, outsiders } = parts
  const { alarmRecipients, accounts } = store
  const note = noteOf(parts)

  /** Z-02: a home that one may not use answers like one that does not exist. */
  const homeOf = async (userId: string, serialNumber: string) => {
    const gateway = await store.gateways.find(serialNumber)
    if (!gateway?.userId || !(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
    return { serialNumber, owner: gateway.userId }
  }
  const alarmOf = async (code: string) => {
    const alarm = await store.alarms.find({ code })
    if (!alarm) throw notFound()
    return alarm
  }
  const found = async (userId: string, id: string) => {
    const recipient = await alarmRecipients.find(id)
    if (!recipient) throw notFound()
    const home = await homeOf(userId, recipient.serialNumber)
    if (home.owner !== recipient.owner) throw notFound()
    return recipient
  }
  /** Only what is given changes: of two who change one of them at once, what both have given stays. */
  const change = async (
    userId: string,
    id: string,
    { level, firstName, ...given }: Given & { level?: number; firstName?: string },
    tries = TRIES,
  ): Promise<AlarmRecipient> => {
    if (tries === 0) throw conflict('CHANGED_MEANWHILE')
    const before = await found(userId, id)
    const after = {
      ...before,
      level: level ?? before.level,
      firstName: firstName === undefined ? before.firstName : cleanName(firstName),
      ways: { ...before.ways, ...given },
    }
    if (!Object.values(after.ways).includes(true)) throw invalid('/pushNotification')
    if (after.userId === undefined && !onlyMail(after.ways)) throw notRegistered()
    const saved = await once([after], () => alarmRecipients.update(before, after))
    return saved ? after : change(userId, id, { level, firstName, ...given }, tries - 1)
  }
  const mayHear = async (serialNumber: string, contact: string): Promise<string | undefined> => {
    const account = (await accounts.credentials(contact))?.account
    const household = await store.memberships.entitledUsers(serialNumber)
    return household.find(({ userId }) => userId === account?.id)?.userId
  }
  const address = new RegExp(String(settings.flags.EMAIL_REGEX), 'u')
  const isAddress = (contact: string): boolean => address.test(contact) && !/[\s,;<>"\\]/.test(contact)

  return {
    async setAlarmRecipients({ body: { serialNumber, alarmCode, recipients }, session }) {
      const home = await homeOf(session.userId, serialNumber)
      const alarm = await alarmOf(alarmCode)
      const { count } = await alarmRecipients.list({ ...home, code: alarmCode, limit: 1 })
      if (count + recipients.length > alarmRecipientsKept.value) throw conflict('RECIPIENTS_FULL')
      const wanted = await Promise.all(
        recipients.map(async ({ contact: typed, firstName = '', level = 1, ...given }, place) => {
          const contact = typed.trim().toLowerCase()
          const ways = waysOf(given)
          if (!Object.values(ways).includes(true)) throw invalid(`/recipients/${place}/pushNotification`)
          const userId = await mayHear(serialNumber, contact)
          if (userId === undefined && !isAddress(contact)) throw invalid(`/recipients/${place}/contact`)
          if (userId === undefined && !onlyMail(ways)) throw notRegistered()
          return {
            ...{ ...home, code: alarmCode, level, contact, ways },
            firstName: cleanName(firstName),
            ...(userId !== undefined && { userId }),
          }
        }),
      )
      const added = await once(wanted, () => alarmRecipients.add(wanted))
      for (const { userId, contact } of added)
        if (userId === undefined) await outsiders.ask({ ...home, address: contact })
      await note(session, 'setAlarmRecipients', {
        ...{ serialNumber, alarm: alarm.names[0]?.name ?? alarmCode },
        contacts: added.map(({ contact }) => contact).join(', '),
      })
      return { data: added.map(shown), count: added.length }
    },

    async listAlarmRecipients({
      query: { page = 1, limit = alarmRecipientPageSize.value },
      body: { serialNumber, alarmCode, typeOfNotification: way },
      session,
    }) {
      const home = await homeOf(session.userId, serialNumber)
      await alarmOf(alarmCode)
      // Few enough to be narrowed here (alarmRecipientsKept).
      const { data } = await alarmRecipients.list({ ...home, code: alarmCode })
      const some = way === undefined ? data : data.filter(({ ways }) => ways[way] === true)
      return { data: some.slice((page - 1) * limit, page * limit).map(shown), count: some.length }
    },

    async updateAlarmRecipient({ body: { id, ...given }, session }) {
      const after = await change(session.userId, id, given)
      await note(session, 'updateAlarmRecipient', {
        ...{ serialNumber: after.serialNumber, contact: after.contact },
      })
      return shown(after)
    },

    async deleteAlarmRecipient({ body: { id }, session }) {
      const { serialNumber, contact } = await found(session.userId, id)
      if (!(await alarmRecipients.remove(id))) throw notFound()
      await note(session, 'deleteAlarmRecipient', { serialNumber, contact })
      return undefined
    },

    async deleteAlarmRecipients({ query: { serialNumber, alarmCode }, session }) {
      const home = await homeOf(session.userId, serialNumber)
      const alarm = await alarmOf(alarmCode)
      await alarmRecipients.clear(home, alarmCode)
      await note(session, 'deleteAlarmRecipients', {
        ...{ serialNumber, alarm: alarm.names[0]?.name ?? alarmCode },
      })
      return undefined
    },
  }
}

const waysOf = (given: Given): Required<Given> => ({
  pushNotification: given.pushNotification === true,
  emailNotification: given.emailNotification === true,
  SMS: given.SMS === true,
  call: given.call === true,
})

/** Whoever may not use the home gets e-mails, if he wants to, and nothing else. */
const onlyMail = ({ pushNotification, SMS, call }: Given): boolean =>
  pushNotification !== true && SMS !== true && call !== true

/** Whether there is no such account, or it may not use the home, is the same to whoever asks (decision 0154). */
const notRegistered = (): Refusal =>
  new Refusal('missing', [{ errorCode: 'RECIPIENT_NOT_REGISTERED', field: '/contact' }])

/** spec 3 §5: two refusals, by whether push is among what was wanted. */
async function once<T>(wanted: readonly Pick<AlarmRecipient, 'ways'>[], keep: () => Promise<T>): Promise<T> {
  try {
    return await keep()
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    const push = wanted.some(({ ways }) => ways.pushNotification === true)
    throw conflict(push ? 'RECIPIENT_TAKEN' : 'RECIPIENT_EMAIL_TAKEN')
  }
}

const shown = ({
  id,
  serialNumber,
  code,
  level,
  contact,
  firstName,
  userId,
  ways,
}: AlarmRecipient): Shown => ({
  ...{ id, serialNumber, alarmCode: code, level, contact, firstName },
  ...(userId !== undefined && { userId }),
  ...waysOf(ways),
})
