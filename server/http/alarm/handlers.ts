import limits from '#catalogue/limits.json' with { type: 'json' }
import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/alarm.ts'
import type { Alarm, AlarmName } from '#schemas/generated/entities/alarm.ts'
import type { AlarmNotification } from '#schemas/generated/entities/alarm-notification.ts'
import type { AlarmNotificationGroup } from '#schemas/generated/entities/alarm-notification-group.ts'
import { figuresOf, misfit, sameFigures } from '../../homes/alarms/conditions.ts'
import type { Language } from '../../lib/language.ts'
import { conflict, invalid, notFound } from '../../lib/refusal.ts'
import { refuseUnsaved, type Saving } from '../../lib/saving.ts'
import { ConflictError } from '../../store/errors.ts'
import type {
  AlarmNotificationQuery,
  KeptAlarm,
  KeptAlarmNotification,
  Priority,
} from '../../store/homes/alarms.ts'
import { fold } from '../../store/text.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { outageHandlers } from './outages.ts'
import { recipientHandlers } from './recipients.ts'
import { testHandlers } from './test.ts'
import { toldOf } from './told.ts'

const { alarmsKept, alarmNotificationPageSize, alarmPageSize, alarmSpanPageSize } = limits.limits

const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const
const ICON = 'bell'

interface Narrowed {
  serialNumber?: string | undefined
  filterBy?: 'notReacted' | 'reacted' | 'all' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** /alarm: what may go wrong in homes, and what did (spec 3 §7). */
export function alarmHandlers(parts: Parts): HandlersOf<operations> {
  const { store, rights, alarmBook, alarming } = parts
  const { alarms, alarmNotifications: told } = store
  const note = noteOf(parts)

  const shown = async (kept: KeptAlarm): Promise<Alarm> => {
    const { id, code, number, names, priority, ways, revision } = kept
    const escalation = (await alarms.escalations()).find((one) => one.priority === priority)
    return {
      _id: id,
      alarmCode: code,
      alarmId: number,
      alarmName: [...names],
      alarmPriority: { alarmPriorityCode: priority },
      wayOfNotify: ways,
      revision,
      ...(escalation && { escalation }),
      ...alarmBook.about(kept),
    }
  }
  const found = async (key: Parameters<typeof alarms.find>[0]): Promise<KeptAlarm> => {
    const alarm = await alarms.find(key)
    if (!alarm) throw notFound()
    return alarm
  }

  /** The gateways that the caller may look at; undefined: all. Z-02: what one may not use answers like what does not exist. */
  const gatewaysOf = async (
    userId: string,
    serialNumber: string | undefined,
  ): Promise<readonly string[] | undefined> => {
    if (serialNumber !== undefined) {
      if (!(await rights.mayUseGateway(userId, serialNumber))) throw notFound()
      return [serialNumber]
    }
    if (await rights.isAdmin(userId)) return undefined
    return (await store.memberships.entitledGateways(userId)).map((one) => one.serialNumber)
  }

  const narrowed = async (
    userId: string,
    { serialNumber, filterBy = 'all', from, to }: Narrowed,
  ): Promise<Pick<AlarmNotificationQuery, 'gateways' | 'settled' | 'from' | 'to'>> => ({
    gateways: await gatewaysOf(userId, serialNumber),
    settled: filterBy === 'all' ? undefined : filterBy === 'reacted',
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  })

  const listed = async (
    notifications: readonly KeptAlarmNotification[],
    language: Language | undefined,
  ): Promise<AlarmNotification[]> => {
    const addenda = await store.alarmNotifications.addenda(notifications.map(({ id }) => id))
    const speakers = [
      ...notifications.flatMap(({ reactedBy }) => reactedBy ?? []),
      ...addenda.map(({ userId }) => userId),
    ]
    const [people, gateways] = await Promise.all([
      store.people.some([...new Set(speakers)]),
      store.gateways.some([...new Set(notifications.map(({ serialNumber }) => serialNumber))]),
    ])
    const named = new Map(
      people.map(({ id, firstName, lastName }) => [id, [firstName, lastName].filter((one) => one).join(' ')]),
    )
    const homes = new Map(gateways.map(({ serialNumber, name }) => [serialNumber, name]))
    const told = await toldOf(parts, notifications)
    const next = new Map(
      await Promise.all(
        notifications
          .filter(({ step, nextAt }) => step > 0 && nextAt !== undefined)
          .map(async (one) => [one.id, await alarming.next(one)] as const),
      ),
    )
    return notifications.map((one) =>
      notificationOf(one, {
        told: told.get(one.id) ?? [],
        next: next.get(one.id) ?? [],
        language,
        gatewayName: homes.get(one.serialNumber) ?? one.serialNumber,
        reactedBy: one.reactedBy === undefined ? undefined : named.get(one.reactedBy),
        addenda: addenda
          .filter(({ notificationId }) => notificationId === one.id)
          .map(({ userId, response: responseMsg, at }) => {
            const by = named.get(userId)
            return { responseMsg, at: new Date(at).toISOString(), ...(by && { by }) }
          }),
      }),
    )
  }

  const pageOf = async (query: AlarmNotificationQuery, language: Language | undefined) => {
    const { data, count } = await told.list(query)
    return { data: await listed(data, language), count }
  }

  const changed = async (id: string, change: (alarm: KeptAlarm) => Promise<Saving>): Promise<KeptAlarm> => {
    const alarm = await found({ id })
    refuseUnsaved(await change(alarm))
    await alarmBook.changed('updated', alarm.code)
    return alarm
  }

  /** No two alarms have one name in one language, whichever name of each stands first. */
  const refuseTwin = async (names: readonly AlarmName[], but?: string): Promise<void> => {
    const taken = new Set(names.map(({ lang, name }) => `${lang} ${fold(name)}`))
    const { data } = await alarms.list()
    if (
      data.some(
        (one) => one.id !== but && one.names.some(({ lang, name }) => taken.has(`${lang} ${fold(name)}`)),
      )
    )
      throw conflict('11000')
  }

  return {
    ...recipientHandlers(parts),
    ...outageHandlers(parts),
    ...testHandlers(parts),
    async listAlarms({ query, session: { userId } }) {
      const { page = 1, limit = alarmPageSize.value, searchText, serialNumber, urgentFirst } = query
      if (serialNumber !== undefined) await gatewaysOf(userId, serialNumber)
      const owner = serialNumber && (await store.gateways.find(serialNumber))?.userId
      const [{ data, count }, recipients] = await Promise.all([
        alarms.list({ page, limit, searchText, urgentFirst, priority: query.alarmPriorityCode }),
        serialNumber !== undefined && owner
          ? store.alarmRecipients.counts({ serialNumber, owner })
          : undefined,
      ])
      const listed = await Promise.all(data.map(shown))
      return {
        data: listed.map((alarm) => ({
          ...alarm,
          ...(recipients && { recipients: recipients.get(alarm.alarmCode) ?? 0 }),
        })),
        count,
      }
    },
    async readAlarmTable() {
      const { changedAt, ...standing } = await alarmBook.standing()
      return {
        ...(changedAt !== undefined && { changedAt: new Date(changedAt).toISOString() }),
        ...standing,
      }
    },
    async refreshAlarmTable({ session }) {
      const sent = await alarmBook.refresh()
      if (!sent) throw conflict('5')
      await note(session, 'refreshAlarmTable', { ...sent })
      return sent
    },
    readAlarm: async ({ body: { _id } }) => shown(await found({ id: _id })),
    readAlarmByCode: async ({ body: { alarmCode } }) => shown(await found({ code: alarmCode })),

    async createAlarm({ body: { alarmName, alarmPriorityCode, wayOfNotify = {} }, session }) {
      if ((await alarms.list({ page: 1, limit: 1 })).count >= alarmsKept.value) throw conflict('ALARMS_FULL')
      const names = cleaned(alarmName)
      await refuseTwin(names)
      const alarm = await named(
        alarms.create({ names, icon: ICON, priority: alarmPriorityCode, ways: wayOfNotify }),
      )
      await alarmBook.changed('created', alarm.code)
      await note(session, 'createAlarm', { alarm: firstName(names) })
      return shown(alarm)
    },
    async updateAlarm({ params: { alarm: id }, query: { revision }, body: { alarmName }, session }) {
      const names = cleaned(alarmName)
      const { names: before } = await changed(id, async () => {
        await refuseTwin(names, id)
        return named(alarms.rename({ id, revision }, names))
      })
      await note(session, 'updateAlarm', { alarm: firstName(names), before: firstName(before) })
      return undefined
    },
    async updateAlarmPriority({ params: { alarm: id }, query: { revision }, body, session }) {
      const { _id = id, alarmPriorityCode } = body
      if (_id !== id) throw invalid('/_id')
      const { names, priority } = await changed(id, () =>
        alarms.prioritise({ id, revision }, alarmPriorityCode),
      )
      await note(session, 'updateAlarmPriority', {
        alarm: firstName(names),
        from: PRIORITIES[priority],
        to: PRIORITIES[alarmPriorityCode],
      })
      return undefined
    },
    async updateAlarmWays({ params: { alarm: id }, query: { revision }, body, session }) {
      const { alarmId, wayOfNotify } = body
      const { names } = await changed(id, (alarm) => {
        if (alarmId !== undefined && alarmId !== alarm.number) throw invalid('/alarmId')
        return alarms.tellBy({ id, revision }, wayOfNotify)
      })
      await note(session, 'updateAlarmWays', { alarm: firstName(names) })
      return undefined
    },
    async updateAlarmCondition({ params: { alarm: id }, query: { revision }, body: condition, session }) {
      const { names } = await changed(id, ({ code }) => {
        const raisedBy = alarmBook.raisedBy(code)
        if (!raisedBy) throw conflict('ALARM_OF_SCENES')
        const wrong = misfit(raisedBy, condition)
        if (wrong !== undefined) throw invalid(wrong)
        // As shipped again: what a later version ships holds for it too.
        const own = sameFigures(condition, figuresOf(raisedBy)) ? undefined : condition
        return alarms.raiseBy({ id, revision }, own)
      })
      await note(session, 'updateAlarmCondition', { alarm: firstName(names), ...condition })
      return undefined
    },
    async deleteAlarm({ params: { alarm: id }, session }) {
      const gone = await alarms.remove(id)
      if (!gone) throw notFound()
      await alarmBook.changed('removed', gone.code)
      await note(session, 'deleteAlarm', { alarm: firstName(gone.names) })
      return undefined
    },

    listAlarmPriorities: () =>
      PRIORITIES.map((name, code) => ({ alarmPriorityCode: code as Priority, name })),
    listEscalationTimes: async () => [...(await alarms.escalations())],
    async updateEscalationTime({ body, session }) {
      await alarms.setEscalation(body)
      for (const { code } of (await alarms.list({ page: 1, limit: 1, priority: body.priority })).data)
        await alarmBook.changed('updated', code)
      await note(session, 'updateEscalationTime', {
        priority: PRIORITIES[body.priority],
        seconds: body.escalationTime,
      })
      return undefined
    },

    async listAlarmNotificationGroups({ query, session: { userId } }) {
      const counts = await told.counts(await narrowed(userId, query))
      return PRIORITIES.map((_name, code): AlarmNotificationGroup => {
        const { count = 0, open: notReacted = 0 } = counts.find(({ priority }) => priority === code) ?? {}
        return { alarmPriorityCode: code as Priority, count, notReacted }
      }).toReversed()
    },
    async listAlarmNotifications({ query, session: { userId }, language }) {
      const { page = 1, limit = alarmNotificationPageSize.value, alarmPriorityCode: priority } = query
      const some = await narrowed(userId, query)
      return pageOf({ ...some, page, limit, priority, urgentFirst: true }, language)
    },
    async listAlarmNotificationsNotReacted({ query, session: { userId }, language }) {
      const { page = 1, limit = alarmNotificationPageSize.value, serialNumber } = query
      const some = await narrowed(userId, { serialNumber, filterBy: 'notReacted' })
      return pageOf({ ...some, page, limit, urgentFirst: true }, language)
    },
    async listAlarmNotificationsByDate({ query, body: { from, to }, session: { userId }, language }) {
      if (Date.parse(to) <= Date.parse(from)) throw invalid('/to')
      const { page = 1, limit = alarmNotificationPageSize.value } = query
      return pageOf({ ...(await narrowed(userId, { ...query, from, to })), page, limit }, language)
    },
    async listAlarmNotificationsByCode({ params: { code }, query, session: { userId }, language }) {
      const { page = 1, limit = alarmNotificationPageSize.value } = query
      return pageOf({ ...(await narrowed(userId, query)), code, page, limit }, language)
    },
    async listAlarmSpans({ query, session: { userId } }) {
      const { page = 1, limit = alarmSpanPageSize.value, serialNumber } = query
      const { data, count } = await told.list({ ...(await narrowed(userId, { serialNumber })), page, limit })
      return {
        data: data.map(({ id, code, priority, facts: { deviceId }, at, overAt }) => ({
          notificationId: id,
          alarmCode: code,
          alarmPriorityCode: priority,
          ...(deviceId !== undefined && { deviceId }),
          from: new Date(at).toISOString(),
          ...(overAt !== undefined && { to: new Date(overAt).toISOString() }),
        })),
        count,
      }
    },

    async reactToAlarmNotification({ body, session, language }) {
      const { notificationId: id, responseMsg } = body
      const { userId } = session
      const notification = await told.find(id)
      if (!notification || !(await rights.mayUseGateway(userId, notification.serialNumber))) throw notFound()
      const response = cleanName(responseMsg)
      if (response === '') throw invalid('/responseMsg')
      const reacted = await alarming.react(id, userId, response)
      if (!reacted) {
        await alarming.add(id, userId, response)
        throw conflict('ALARM_ALREADY_REACTED')
      }
      await note(session, 'reactToAlarmNotification', {
        serialNumber: notification.serialNumber,
        alarm: firstName(notification.names),
      })
      const [answer] = await listed([reacted], language)
      if (!answer) throw notFound()
      return answer
    },
  }
}

const firstName = (names: readonly AlarmName[]): string => names[0]?.name ?? ''

function cleaned(names: readonly AlarmName[]): AlarmName[] {
  if (names.length === 0) throw invalid('/alarmName')
  return names.map(({ name, lang, desc }, place) => {
    const clean = cleanName(name)
    if (clean === '') throw invalid(`/alarmName/${place}/name`)
    const about = desc === undefined ? '' : cleanName(desc)
    return { name: clean, lang, ...(about !== '' && { desc: about }) }
  })
}

/** spec 3 §8: the code by which the specification knows that refusal. */
const named = async <T>(kept: Promise<T>): Promise<T> => {
  try {
    return await kept
  } catch (error) {
    throw error instanceof ConflictError ? conflict('11000') : error
  }
}

function notificationOf(
  {
    id,
    serialNumber,
    code,
    priority,
    icon,
    names,
    facts,
    at,
    overAt,
    reactedAt,
    response,
    step,
    nextAt,
  }: KeptAlarmNotification,
  about: {
    language: Language | undefined
    gatewayName: string
    reactedBy: string | undefined
    addenda: NonNullable<AlarmNotification['addenda']>
    told: NonNullable<AlarmNotification['told']>
    next: NonNullable<AlarmNotification['goesOnTo']>
  },
): AlarmNotification {
  const { name = code, desc = undefined } = alarmNameIn(names, about.language ?? 'ch_EN') ?? {}
  return {
    ...{ _id: id, notificationId: id, serialNumber, gatewayName: about.gatewayName, icon, title: name },
    ...(desc !== undefined && { desc }),
    isReacted: reactedAt !== undefined,
    timeOfEventGeneration: new Date(at).toISOString(),
    ...(reactedAt !== undefined && { timeOfEventAcknowledge: new Date(reactedAt).toISOString() }),
    ...(overAt !== undefined && { timeOfEventOver: new Date(overAt).toISOString() }),
    ...(response !== undefined && { responseMsg: response }),
    ...(about.reactedBy && { reactedBy: about.reactedBy }),
    ...(step > 0 && nextAt !== undefined && { goesOnAt: new Date(nextAt).toISOString() }),
    ...(about.next.length > 0 && { goesOnTo: about.next }),
    ...(about.told.length > 0 && { told: about.told }),
    ...(about.addenda.length > 0 && { addenda: about.addenda }),
    alarmNotifParams: { alarmCode: code, notificationPriority: { alarmPriorityCode: priority }, ...facts },
  }
}
