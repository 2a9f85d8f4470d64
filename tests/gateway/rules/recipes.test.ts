import { describe, expect, test } from 'vitest'
import icons from '#catalogue/icons.json' with { type: 'json' }
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import meanings from '#catalogue/statuses.json' with { type: 'json' }
import { recipes } from '#data/recipes.ts'
import type { DeviceHead } from '#engine/ports.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { demoDevices, demoHome } from '#server/demo/home.ts'
import scenes from '#server/demo/scenes.json' with { type: 'json' }
import german from '../../../locales/ch_DE/recipes.json' with { type: 'json' }
import english from '../../../locales/ch_EN/recipes.json' with { type: 'json' }
import schema from '../../../schemas/entities/rule.json' with { type: 'json' }
import { plain } from '../../../src/screens/scenes/builder/draft/rule-edit.ts'
import {
  type Chosen,
  crowded,
  fitting,
  lacking,
  MOST_TRIGGERS,
  open,
  proposed,
  ruleOf,
} from '../../../src/screens/scenes/recipes/fit.ts'
import { homeWith } from '../kit.ts'
import { TestClock } from '../test-clock.ts'

const catalogue = await openCatalogue('catalogue')
const heads = demoDevices(catalogue).map(
  (device): DeviceHead => ({
    ...{ id: device.id, name: device.device_name, model: device.class, status: 2, networkType: 'zigbee' },
    ...{ type: catalogue.model(device.class)?.type ?? '', icon: 'device' },
    layout: catalogue.layoutOf(device).layout,
  }),
)
const { statuses } = scenes
const facts = { heads, statuses }
const into: Rule = { id: 'draft', name: 'New scene', rule_logic: 'OR', active: false }
const words = { name: 'Idea', tell: () => 'It happened', action: (number: number) => `Action ${number}` }
const textsOf = (texts: typeof german, id: string) =>
  (texts.of as Record<string, { title: string; text: string; asks: Record<string, string>; tell?: string }>)[
    id
  ]

const { ask } = await homeWith([], {
  ...demoHome(catalogue, { pace: 0 }),
  scenes: vocabulary as SceneVocabulary,
  kindOf: ({ class: name }) => ({ type: catalogue.model(name)?.type }),
  clock: new TestClock(Date.UTC(2026, 10, 19, 14)),
  place: { latitude: 47.5, longitude: 8.73 },
})

// decision 0162
test('what an idea tells may name the first value of a place, and no more than that', () => {
  const damp = recipes.find(({ id }) => id === 'damp')
  const head = heads.find(({ id }) => id === 'child-climate')
  if (!damp || !head) throw new Error('The demo home is another one')
  const notificationOf = (chosen: Chosen) =>
    ruleOf(
      damp,
      chosen,
      facts,
      { ...words, tell: ({ humidity = '', fan = 'none' }) => `${humidity} ${fan}` },
      into,
    )
      .scenes?.flatMap(({ notifications = [] }) => notifications)
      .at(0)
  expect(notificationOf({ humidity: [head] })).toMatchObject({
    short_desc: '{{v1}} none',
    values: [{ id: 'v1', kind: 'device', device_id: 'child-climate', property_name: 'humidity' }],
  })
  expect(notificationOf({})).not.toHaveProperty('values')
})

describe('every recipe', () => {
  test('has an icon that there is', () => expect(recipes.filter(({ icon }) => !(icon in icons))).toEqual([]))

  test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
    '%s has its words in both languages',
    (id, recipe) => {
      const tells = recipe.does.some((one) => 'set' in one && one.tell)
      for (const texts of [german, english]) {
        const said = textsOf(texts, id)
        expect(Object.keys(said?.asks ?? {}).toSorted()).toEqual(
          recipe.asks.map((slot) => slot.id).toSorted(),
        )
        expect([said?.title, said?.text].every(Boolean)).toBe(true)
        expect(said?.tell !== undefined).toBe(tells)
      }
    },
  )

  test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
    '%s names places that it has',
    (_, recipe) => {
      const slots = recipe.asks.map(({ id }) => id)
      const used = [
        ...recipe.begins.flatMap((one) => ('slot' in one ? [one.slot] : [])),
        ...recipe.does.flatMap((one) => ('set' in one ? one.set.map(({ slot }) => slot) : [])),
      ]
      expect([...new Set(used)].toSorted()).toEqual(slots.toSorted())
      for (const { id, near } of recipe.asks)
        if (near !== undefined) expect(slots.slice(0, slots.indexOf(id))).toContain(near)
      for (const meaning of lacking(recipe, { heads, statuses: [] }).statuses)
        expect(meanings.icons.map(({ name }) => name)).toContain(meaning)
    },
  )

  test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
    '%s fits the demo home, which takes it as a scene without a fault',
    async (_, recipe) => {
      expect(lacking(recipe, facts)).toEqual({ slots: [], statuses: [] })
      const begun = proposed(recipe, heads)
      const chosen = Object.fromEntries(
        recipe.asks.map((slot) => [
          slot.id,
          begun[slot.id]?.length ? begun[slot.id] : fitting(recipe, slot, heads).slice(0, 2),
        ]),
      ) as Chosen
      expect(open(recipe, chosen)).toEqual([])
      const rule = plain(ruleOf(recipe, chosen, facts, words, { ...into, id: `idea-${recipe.id}` }))
      const saved = await ask('save_rule', {
        rule: { ...rule, name: `Idea ${recipe.id}`, active: true },
        base: 0,
      })
      expect(saved).toMatchObject({ code: 0 })
      const { data } = await ask('get_rules_list')
      const row = (
        data as unknown as { rules: { id: string; faults?: unknown; loop?: unknown }[] }
      ).rules.find(({ id }) => id === `idea-${recipe.id}`)
      expect(row).toMatchObject({ faults: 0 })
      expect(row?.loop).toBeUndefined()
    },
  )
})

test('a home lacks what each asks for and goes by, where it has neither', () => {
  for (const recipe of recipes) {
    const { slots, statuses: named } = lacking(recipe, { heads: [], statuses: [] })
    expect(slots).toEqual(recipe.asks.filter(({ optional }) => !optional))
    const goesBy = recipe.begins.flatMap((one) => ('status' in one ? [one.status] : []))
    expect(named).toEqual([...goesBy, ...(recipe.onlyIf?.status ? [recipe.onlyIf.status] : [])])
  }
})

test('a status is meant by its name, or by its icon, whatever it is called and whatever its id', () => {
  const recipe = recipes.find(({ id }) => id === 'everythingOff')
  if (!recipe) throw new Error('There is no recipe for leaving')
  const named = [{ resource_id: 'x1', name: 'away', icon: 3 }]
  const drawn = [{ resource_id: 'x2', name: 'Nobody there', icon: 15 }]
  for (const statuses of [named, drawn]) {
    expect(lacking(recipe, { heads, statuses }).statuses).toEqual([])
    const rule = ruleOf(recipe, proposed(recipe, heads), { statuses }, words, into)
    expect(rule.statuses).toEqual([{ ...statuses[0], state: true }])
  }
})

test('no more devices begin a scene than a rule may have', () => {
  expect(MOST_TRIGGERS).toBe(schema.properties.event_triggers.maxItems)
  const recipe = recipes.find(({ id }) => id === 'batteries')
  const [slot] = recipe?.asks ?? []
  const [one] = recipe && slot ? fitting(recipe, slot, heads) : []
  if (!recipe || !one) throw new Error('There is no recipe of batteries')
  const many = Array.from({ length: MOST_TRIGGERS + 1 }, (_, at) => ({ ...one, id: `d${at}` }))
  expect(proposed(recipe, many).battery).toHaveLength(MOST_TRIGGERS)
  expect(crowded(recipe, proposed(recipe, many))).toEqual([])
  expect(crowded(recipe, { battery: many }).map(({ id }) => id)).toEqual(['battery'])
})

test('proposed are those in the room of what it begins with, and of one place one', () => {
  const recipe = recipes.find(({ id }) => id === 'motionLight')
  if (!recipe) throw new Error('There is no light by motion')
  const [motion, lights] = recipe.asks.map((slot) => fitting(recipe, slot, heads))
  const [first] = motion ?? []
  const room = { id: 'hall', name: 'Hall' }
  const placed = heads.map((head) =>
    head.id === first?.id || head.id === lights?.[1]?.id ? { ...head, room } : head,
  )
  const chosen = proposed(recipe, placed)
  expect(chosen.motion?.map(({ id }) => id)).toEqual([first?.id])
  expect(chosen.lights?.map(({ id }) => id)).toEqual([lights?.[1]?.id])
  // Nobody's room: whoever moves there does not mean every lamp.
  expect(proposed(recipe, heads).lights).toEqual([])
  // What somebody has chosen stays, and others follow it.
  const mine = proposed(recipe, placed, { lights: [] })
  expect(mine.lights).toEqual([])
  expect(open(recipe, mine).map(({ id }) => id)).toEqual(['lights'])
})
