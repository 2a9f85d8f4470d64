import { describe, expect, test } from 'vitest'
import type { ComputedValue, Rule } from '#schemas/generated/entities/rule.ts'
import { deviceWith } from '../kit.ts'
import { acts, houseWith, lampNamed, motion, ruleOf, sets, when } from '../rules-kit.ts'

const finds = (device: string, property: string, computed: ComputedValue) => {
  const [service_name = '', property_name = ''] = property.split('/')
  return { id: device, settings: [{ service_name, property_name, computed }] }
}
const copyOf = (device_id: string, property: string): ComputedValue => {
  const [service_name = '', property_name = ''] = property.split('/')
  return { kind: 'copy', device_id, service_name, property_name }
}
const onMotion = (...devices: ReturnType<typeof finds>[]): Rule =>
  ruleOf('moved', {
    event_triggers: [when('motion', 'MotionService/motion', true)],
    scenes: [acts('act', { devices })],
  })
const begin = (devices: ReturnType<typeof finds>[], more: Parameters<typeof houseWith>[1] = {}) =>
  houseWith([motion(), lampNamed('hall'), lampNamed('porch')], { rules: [onMotion(...devices)], ...more })
type House = Awaited<ReturnType<typeof begin>>
function move({ report }: House): void {
  report('motion', 'MotionService/motion', false)
  report('motion', 'MotionService/motion', true)
}
const ordered = ({ driver }: House) => driver.orders.map(({ value }) => value)

// decision 0171
describe('an action whose value is found when it runs', () => {
  test('turns a lamp to its other side, each time', async () => {
    const house = await begin([finds('hall', 'LightService/state', { kind: 'toggle' })])
    house.report('hall', 'LightService/state', true)
    for (let n = 0; n < 3; n++) {
      move(house)
      await house.clock.pass(2000)
    }
    expect(ordered(house)).toEqual([false, true, false])
    const [run] = (await house.runsOf('moved')).runs
    expect(run).toMatchObject({
      outcome: 'done',
      steps: [{ value: false, computed: { kind: 'toggle' }, outcome: 'confirmed' }],
    })
  })

  test('changes by an amount, and stays at the limit', async () => {
    const house = await begin([finds('hall', 'LightService/brightness', { kind: 'step', amount: 100 })])
    house.report('hall', 'LightService/brightness', 40)
    for (let n = 0; n < 4; n++) {
      move(house)
      await house.clock.pass(2000)
    }
    expect(ordered(house)).toEqual([140, 240, 254, 254])
  })

  test('three presses in a row are three steps, also where the device takes its time', async () => {
    const house = await begin([finds('hall', 'LightService/brightness', { kind: 'step', amount: 10 })], {
      answers: false,
    })
    house.report('hall', 'LightService/brightness', 40)
    for (let n = 0; n < 3; n++) {
      move(house)
      await house.clock.pass(50)
    }
    house.report('hall', 'LightService/brightness', 50)
    await house.clock.pass(5000)
    expect(ordered(house).at(-1)).toBe(70)
  })

  test('what the device does not carry out is no longer counted on', async () => {
    const house = await begin([finds('hall', 'LightService/brightness', { kind: 'step', amount: 10 })], {
      answers: false,
    })
    house.report('hall', 'LightService/brightness', 40)
    house.driver.onSet = async ({ id, device, service, property }) =>
      house.driver.host.failed({
        device,
        service,
        property,
        request: id,
        code: 'NO_ACK',
        message: 'No answer',
      })
    move(house)
    await house.clock.pass(2000)
    move(house)
    await house.clock.pass(2000)
    expect(ordered(house)).toEqual([50, 50])
  })

  test('takes over what the step before it has told another device, before that has answered', async () => {
    const rule = onMotion()
    const house = await houseWith([motion(), lampNamed('hall'), lampNamed('porch')], {
      answers: false,
      rules: [
        {
          ...rule,
          scenes: [
            acts('first', { devices: [sets('porch', ['LightService/brightness', 200])] }),
            acts('then', {
              devices: [finds('hall', 'LightService/brightness', copyOf('porch', 'LightService/brightness'))],
            }),
          ],
        },
      ],
    })
    house.report('porch', 'LightService/brightness', 77)
    move(house)
    await house.clock.pass(1000)
    expect(ordered(house)).toEqual([200, 200])
  })

  test('takes over what another device says', async () => {
    const house = await begin([
      finds('hall', 'LightService/brightness', copyOf('porch', 'LightService/brightness')),
    ])
    house.report('porch', 'LightService/brightness', 77)
    move(house)
    await house.clock.pass(1000)
    expect(ordered(house)).toEqual([77])
  })

  test('while what it goes by is unknown nothing is sent, and the step says why', async () => {
    const house = await begin([
      finds('hall', 'LightService/brightness', copyOf('porch', 'LightService/brightness')),
      finds('porch', 'LightService/brightness', { kind: 'step', amount: 5 }),
    ])
    move(house)
    await house.clock.pass(1000)
    expect(ordered(house)).toEqual([])
    const [run] = (await house.runsOf('moved')).runs
    expect(run?.outcome).toBe('failed')
    expect(run?.steps.map(({ outcome, message, value }) => [outcome, message?.split(':')[0], value])).toEqual(
      [
        ['failed', 'VALUE_UNKNOWN', undefined],
        ['failed', 'VALUE_UNKNOWN', undefined],
      ],
    )
  })
})

describe('what a scene takes over belongs to it', () => {
  const copying = [finds('hall', 'LightService/brightness', copyOf('porch', 'LightService/brightness'))]
  const row = async ({ ask }: House) =>
    ((await ask('get_rules_list')).data as { rules: { faults: number; device_ids: string[] }[] }).rules[0]
  const setting = async ({ ask }: House) =>
    ((await ask('get_rules')).data as { rules: Rule[] }).rules[0]?.scenes?.[0]?.devices?.[0]

  test('its row names the device, counts it when it is missing, and tells its present name', async () => {
    const house = await begin(copying)
    expect(await row(house)).toMatchObject({ faults: 0, device_ids: ['motion', 'hall', 'porch'] })
    await house.ask('set_device_name', { device_id: 'porch', name: 'Vorplatz' })
    expect(await setting(house)).toMatchObject({ settings: [{ computed: { device_name: 'Vorplatz' } }] })
    expect(await setting(house)).not.toHaveProperty('device_value')
    house.driver.host.remove('porch')
    await house.clock.pass(1000)
    expect(await row(house)).toMatchObject({ faults: 1 })
  })

  test('a device that takes the place of another takes it here too', async () => {
    const house = await houseWith([motion(), lampNamed('hall'), lampNamed('porch'), lampNamed('new')], {
      rules: [onMotion(...copying)],
    })
    await house.ask('apply_replacement', { device_id: 'porch', new_device_id: 'new' })
    expect(await setting(house)).toMatchObject({
      id: 'hall',
      settings: [{ computed: { device_id: 'new', property_name: 'brightness' } }],
    })
  })

  test.each<[string, ComputedValue]>([
    ['LightService/brightness', { kind: 'toggle' }],
    ['LightService/state', { kind: 'step', amount: 1 }],
    ['LightService/brightness', { kind: 'step', amount: 0 }],
    ['LightService/brightness', { kind: 'step', amount: 300 }],
    ['LightService/brightness', copyOf('porch', 'LightService/state')],
    ['LightService/brightness', copyOf('meter', 'MeterService/power')],
  ])('what cannot be found is refused: %s %j', async (property, computed) => {
    const watts = deviceWith(
      { MeterService: { power: { kind: 'number', access: ['read'], unit: 'W' } } },
      { id: 'meter' },
    )
    const { ask } = await houseWith([motion(), lampNamed('hall'), lampNamed('porch'), watts], {
      rules: [onMotion(...copying)],
    })
    const rule = onMotion(finds('hall', property, computed))
    expect(await ask('save_rule', { rule, base: 1 })).toMatchObject({ message: 'not_acting' })
    expect(await ask('save_rule', { rule: onMotion(...copying), base: 1 })).toMatchObject({ code: 0 })
  })
})
