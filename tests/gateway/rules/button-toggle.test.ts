import { expect, test } from 'vitest'
import { deviceWith } from '../kit.ts'
import { acts, houseWith, lampNamed, ruleOf, sets, when } from '../rules-kit.ts'

const button = () =>
  deviceWith(
    {
      ButtonService: {
        button_1: { kind: 'option', access: ['read'], options: [{ value: 0 }, { value: 1 }], rest: 0 },
      },
    },
    { id: 'button', device_name: 'button' },
  )
const press = when('button', 'ButtonService/button_1', 1)
const toggle = (from: boolean) =>
  ruleOf(`to-${!from}`, {
    rule_logic: 'AND',
    event_triggers: [press, when('lamp', 'LightService/state', from)],
    scenes: [acts(`set-${!from}`, { devices: [sets('lamp', ['LightService/state', !from])] })],
  })

// scenes 5
test('a button that rests between its presses begins two opposite scenes once a press, and they are no ring', async () => {
  const house = await houseWith([button(), lampNamed('lamp')], { rules: [toggle(false), toggle(true)] })
  house.report('lamp', 'LightService/state', false)
  house.report('button', 'ButtonService/button_1', 0)
  const says = async (value: number) => {
    house.report('button', 'ButtonService/button_1', value)
    await house.clock.pass(500)
  }
  // It keeps saying that it is pressed while the lamp answers.
  await says(1)
  expect(house.driver.orders.map(({ value }) => value)).toEqual([true])
  await says(0)
  await says(1)
  expect(house.driver.orders.map(({ value }) => value)).toEqual([true, false])
  const { data } = await house.ask('get_rules_list', {})
  expect(JSON.stringify(data)).toContain('to-true')
  expect(JSON.stringify(data)).not.toContain('"loop"')
})

test('that it rests again is a state, which is nothing new when the gateway first hears of it', async () => {
  const house = await houseWith([button(), lampNamed('lamp')], {
    rules: [
      ruleOf('released', {
        event_triggers: [when('button', 'ButtonService/button_1', 0)],
        scenes: [acts('on', { devices: [sets('lamp', ['LightService/state', true])] })],
      }),
    ],
  })
  house.report('button', 'ButtonService/button_1', 0)
  await house.clock.pass(500)
  expect(house.driver.orders).toEqual([])
  for (const value of [1, 0]) house.report('button', 'ButtonService/button_1', value)
  await house.clock.pass(500)
  expect(house.driver.orders).toHaveLength(1)
})
