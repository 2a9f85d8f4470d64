import { randomUUID } from 'node:crypto'
import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import type { operations } from '#schemas/generated/api/alarm.ts'
import { ALARM_WAYS, WAYS_OUT } from '../../homes/alarms/alarm-chain.ts'
import { notFound, sessionEnded } from '../../lib/refusal.ts'
import type { AlarmWay } from '../../store/homes/alarm-recipients.ts'
import { countAccount } from '../auth/count-account.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** A test of an alarm goes to nobody but the caller, at once and by each way of the alarm (decision 0149). */
export function testHandlers(parts: Parts): Pick<HandlersOf<operations>, 'testAlarm'> {
  const { store, messenger, mails } = parts
  return {
    async testAlarm({ params, session: { userId } }) {
      await countAccount(parts, 'testAlarm', userId)
      const alarm = await store.alarms.find({ id: params.alarm })
      if (!alarm) throw notFound()
      const account = await store.accounts.find(userId)
      if (!account) throw sessionEnded()
      const language = account.preferredLanguage
      const { name = alarm.code } = alarmNameIn(alarm.names, language) ?? {}
      const { test, testAbout } = mails.alarms(language, { alarm: name, home: '', count: '1' })
      const message = `alarm-test/${randomUUID()}`
      const sent: AlarmWay[] = []
      const missing: AlarmWay[] = []
      for (const way of ALARM_WAYS) {
        if (alarm.ways[way] !== true) continue
        if (!(await messenger.reaches(userId, WAYS_OUT[way]))) {
          missing.push(way)
          continue
        }
        await messenger.send({
          ...{ message, userId, way: WAYS_OUT[way], title: test, text: testAbout, path: '/alarms' },
          // Whoever asks for it is there to see it, also at night.
          urgent: true,
        })
        sent.push(way)
      }
      return { sent, missing }
    },
  }
}
