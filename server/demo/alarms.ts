import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { AlarmFacts } from '../store/homes/alarms.ts'
import type { Store } from '../store/store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Past {
  code: string
  /** Before now, in ms. */
  ago: number
  facts: AlarmFacts
  /** After how long it was over, or somebody reacted. */
  overAfter?: number
  reaction?: { after: number; by: string; says: string }
}

/** A week of the demo home, as its devices stand there. */
const past = (owner: string, guest: string): readonly Past[] => [
  {
    ...{ code: 'water', ago: 6 * DAY + 190 * MINUTE },
    facts: { deviceId: 'bathroom-leak', deviceName: 'Wassermelder Bad', roomName: 'Bad' },
    reaction: { after: 4 * MINUTE, by: owner, says: 'Übergelaufene Wanne, ist aufgewischt' },
  },
  { ...{ code: 'gateway_offline', ago: 4 * DAY + 30 * MINUTE }, facts: {}, overAfter: 3 * MINUTE },
  {
    ...{ code: 'smoke', ago: 2 * DAY + 75 * MINUTE },
    facts: { deviceName: 'Rauchmelder Küche', roomName: 'Küche' },
    reaction: { after: MINUTE, by: guest, says: 'Fehlalarm, nur der Toast' },
  },
  {
    ...{ code: 'house_call', ago: 300 * MINUTE },
    facts: { sceneName: 'Frische Luft' },
  },
]

/** What went off in the demo home before anybody looked; once. */
export async function seedAlarms(
  { alarmNotifications, gateways }: Pick<Store, 'alarmNotifications' | 'gateways'>,
  { alarms }: AlarmRules,
  { serialNumber, owner, guest, now }: { serialNumber: string; owner: string; guest: string; now: number },
): Promise<void> {
  const page = { page: 1, limit: 1, gateways: [serialNumber] }
  if (!(await gateways.find(serialNumber)) || (await alarmNotifications.list(page)).count > 0) return
  for (const [turn, { code, ago, facts, overAfter, reaction }] of past(owner, guest).entries()) {
    const rule = alarms.find(({ alarmCode }) => alarmCode === code)
    if (!rule) continue
    const at = now - ago
    const subject = `past-${turn}`
    const raised = await alarmNotifications.raise({
      ...{ serialNumber, subject, facts, at },
      alarm: { code, icon: rule.icon, priority: rule.alarmPriorityCode, names: rule.alarmName },
      moment: overAfter === undefined,
      silent: true,
    })
    if (overAfter !== undefined)
      await alarmNotifications.over({ serialNumber, code, subject }, at + overAfter)
    if (raised && reaction)
      await alarmNotifications.react(raised.id, {
        userId: reaction.by,
        response: reaction.says,
        at: at + reaction.after,
      })
  }
}
