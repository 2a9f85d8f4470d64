import { expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { acts, houseWith, lampNamed, ruleOf, sets } from '../../rules-kit.ts'

const mode = (id: string, state = false) => ({ resource_id: id, name: id, icon: 1, group: 'Mode', state })
const statuses = () => [mode('home', true), mode('away'), mode('vacation')]
const lights = (id: string, value: boolean) =>
  acts(id, { devices: [sets('hall', ['LightService/state', value])] })
const begin = (rules: readonly Rule[]) => houseWith([lampNamed('hall')], { statuses: statuses(), rules })

// decision 0260
test('what goes off in a group for another one sets scenes off as whatever is switched', async () => {
  const house = await begin([
    ruleOf('left', {
      statuses: [{ resource_id: 'home', name: 'home', state: false }],
      scenes: [lights('a', false)],
    }),
    ruleOf('came', {
      statuses: [{ resource_id: 'away', name: 'away', state: true }],
      scenes: [lights('b', true)],
    }),
    ruleOf('both', {
      rule_logic: 'AND',
      statuses: [
        { resource_id: 'home', name: 'home', state: true },
        { resource_id: 'away', name: 'away', state: true },
      ],
      scenes: [lights('c', true)],
    }),
  ])
  expect((await house.ask('set_scenario_status', { resource_id: 'away', state: true })).code).toBe(0)
  await house.clock.pass(1000)
  expect((await house.runsOf('left')).runs).toMatchObject([
    { trigger: { type: 'STATUS_TRIGGER', resource_id: 'home', wanted: false } },
  ])
  expect((await house.runsOf('came')).runs).toHaveLength(1)
  // They are never on at once.
  expect((await house.runsOf('both')).runs).toEqual([])
})

test('scenes that switch each other’s statuses off by their group come to an end', async () => {
  const back = (id: string) =>
    ruleOf(id, {
      statuses: [{ resource_id: id, name: id, state: false }],
      scenes: [acts(`set-${id}`, { statuses: [{ resource_id: id, name: id, state: true }] })],
    })
  const house = await begin([back('home'), back('away')])
  await house.ask('set_scenario_status', { resource_id: 'away', state: true })
  await house.clock.pass(60_000)
  const runs = [...(await house.runsOf('home')).runs, ...(await house.runsOf('away')).runs]
  expect(runs.filter(({ outcome }) => outcome === 'throttled')).toHaveLength(1)
  expect(runs.length).toBeLessThan(15)
  const { rules } = (await house.ask('get_rules_list')).data as { rules: { loop?: string[] }[] }
  expect(rules.map(({ loop }) => loop?.toSorted())).toEqual([
    ['away', 'home'],
    ['away', 'home'],
  ])
})

test('a group is chosen where a status is made or changed; names of groups are no longer than names of folders', async () => {
  const house = await begin([])
  const make = (group: unknown) =>
    house.ask('create_scenario_status', { name: String(group), icon: 2, group })
  expect((await make('x'.repeat(60))).code).toBe(0)
  for (const group of ['x'.repeat(61), '', 5, null]) expect((await make(group)).code).toBe(400)
  const change = { resource_id: 'away', group: null }
  expect((await house.ask('update_scenario_status', change)).code).toBe(0)
  await house.ask('set_scenario_status', { resource_id: 'away', state: true })
  const { collection } = (await house.ask('get_scenario_statuses_collection')).data as {
    collection: { resource_id: string; state: boolean }[]
  }
  expect(collection.filter(({ state }) => state).map(({ resource_id }) => resource_id)).toEqual([
    'home',
    'away',
  ])
})
