import { expect, test } from 'vitest'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'
import { MemoryStore } from '../kit.ts'
import { acts, houseWith, lampNamed, ruleOf, sets } from '../rules-kit.ts'

const rules = [
  ruleOf('on', { scenes: [acts('a', { devices: [sets('hall', ['LightService/state', true])] })] }),
  ruleOf('gone', { scenes: [acts('b', { devices: [sets('gone', ['LightService/state', true])] })] }),
]
type House = Awaited<ReturnType<typeof houseWith>>
const statisticsOf = async ({ ask }: House, rule_id: string) =>
  ((await ask('get_rule_runs', { rule_id })).data as { statistics?: RuleStatistics }).statistics

test('each run counts once when it has ended, as it ended, and still does after a restart', async () => {
  const store = new MemoryStore()
  const house = await houseWith([lampNamed('hall')], { rules, store })
  for (const rule_id of ['on', 'on', 'gone']) {
    await house.ask('play_rule', { rule_id })
    await house.clock.pass(1000)
  }
  const before = await statisticsOf(house, 'on')
  expect(before?.days).toMatchObject([{ done: 2 }])
  expect((await statisticsOf(house, 'gone'))?.days).toMatchObject([{ failed: 1 }])
  await house.home.stop()
  const again = await houseWith([lampNamed('hall')], { rules, store, clock: house.clock })
  expect(await statisticsOf(again, 'on')).toEqual(before)
})

test('of all scenes together no statistics are told', async () => {
  const house = await houseWith([lampNamed('hall')], { rules })
  expect((await house.ask('get_rule_runs')).data).not.toHaveProperty('statistics')
})
