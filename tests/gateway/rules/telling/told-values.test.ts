import { describe, expect, test } from 'vitest'
import type { Rule, RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'
import { deviceWith } from '../../kit.ts'
import { acts, houseWith, motion, pauseOf, ruleOf, when } from '../../rules-kit.ts'

const ofDevice = (id: string, property: string): TextValue => {
  const [service_name = '', property_name = ''] = property.split('/')
  return { kind: 'device', id, device_id: 'washer', service_name, property_name }
}
const away: TextValue = { kind: 'status', id: 's1', resource_id: 'away', name: 'Away' }
const washer = (secret = false) =>
  deviceWith(
    {
      MeterService: {
        energy: { kind: 'number', access: ['read'], unit: 'kWh', ...(secret && { secret }) },
        note: { kind: 'text', access: ['read'] },
      },
    },
    { id: 'washer', device_name: 'Washer' },
  )
const telling = (more: Partial<RuleNotification>): Rule =>
  ruleOf('done', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [
      pauseOf(60_000),
      acts('tell', { notifications: [{ notification_id: 'n1', type: 1, short_desc: 'Done', ...more }] }),
    ],
  })
const begin = (more: Partial<RuleNotification>, device = washer()) =>
  houseWith([motion(), device], {
    rules: [telling(more)],
    statuses: [{ resource_id: 'away', name: 'Away', icon: 1, state: true }],
  })
type House = Awaited<ReturnType<typeof begin>>
function move({ report }: House): void {
  report('motion', 'MotionService/motion', false)
  report('motion', 'MotionService/motion', true)
}
const said = (house: House) => house.told('rule_notification') as { found?: unknown; notification: unknown }[]

// decision 0162
describe('a notification whose text has values', () => {
  const text = { desc: '{{v1}}, {{s1}}', values: [ofDevice('v1', 'MeterService/energy'), away] }

  test('goes with what they are when the step is taken, and the run keeps it', async () => {
    const house = await begin(text)
    house.report('washer', 'MeterService/energy', 0.4)
    move(house)
    await house.clock.pass(30_000)
    house.report('washer', 'MeterService/energy', 0.8)
    await house.clock.pass(31_000)
    house.report('washer', 'MeterService/energy', 2)
    const found = [
      { id: 'v1', value: 0.8 },
      { id: 's1', value: true },
    ]
    expect(said(house)).toMatchObject([{ notification: text, found }])
    const [run] = (await house.runsOf('done')).runs
    expect(run?.steps.at(-1)).toMatchObject({ kind: 'notification', ...text, found })
  })

  test('leaves out what nobody has reported; long words are cut', async () => {
    const values = [ofDevice('v1', 'MeterService/energy'), ofDevice('v2', 'MeterService/note')]
    const house = await begin({ desc: '{{v1}} {{v2}}', values })
    house.report('washer', 'MeterService/note', 'x'.repeat(5000))
    move(house)
    await house.clock.pass(61_000)
    expect(said(house)).toMatchObject([{ found: [{ id: 'v2', value: 'x'.repeat(200) }] }])
  })

  test('never tells a secret, also where it was none when the scene was made', async () => {
    const house = await begin(text, washer(true))
    house.report('washer', 'MeterService/energy', 4711)
    move(house)
    await house.clock.pass(61_000)
    expect(JSON.stringify(said(house))).not.toContain('4711')
  })

  test('without values says nothing of any, neither on the wire nor in its run', async () => {
    const house = await begin({ desc: 'plain' })
    move(house)
    await house.clock.pass(61_000)
    expect(said(house)[0]).not.toHaveProperty('found')
    const step = (await house.runsOf('done')).runs[0]?.steps.at(-1)
    expect(step).toMatchObject({ kind: 'notification', notification_type: 1 })
    expect(step).not.toHaveProperty('short_desc')
  })

  test('is listed with what its device and its status are called now', async () => {
    const house = await begin(text)
    await house.ask('set_device_name', { device_id: 'washer', name: 'Wash tower' })
    const { data } = await house.ask('get_rules', {})
    const [rule] = (data as { rules: Rule[] }).rules
    expect(rule?.scenes?.at(-1)?.notifications?.[0]?.values).toMatchObject([
      { device_name: 'Wash tower' },
      { name: 'Away' },
    ])
  })
})
