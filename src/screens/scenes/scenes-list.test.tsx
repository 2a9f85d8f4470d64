import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Rule, RuleRow } from '#schemas/generated/channel.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import ScenesAbove from './ScenesAbove.tsx'
import { away, gatewayOf, lampOf, nothing, openScreen, ready, rowOf, ruleOf } from './testing.tsx'

const list = screens.get('scenes_list') as ListScreen

beforeAll(() => Promise.all([ready(), import('./recipes/FirstIdeas.tsx')]), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

type Answers = Parameters<typeof gatewayOf>[0]

async function open(
  rules: readonly RuleRow[],
  more: {
    answers?: Answers
    flags?: string[]
    path?: string
    forbidden?: string[]
    heads?: DeviceHead[]
  } = {},
) {
  const gateway = gatewayOf({ ...nothing, get_rules_list: { rules }, ...more.answers })
  const drawn = await openScreen({
    Screen,
    screen: list,
    gateway,
    flags: new Set(more.flags),
    forbidden: more.forbidden,
    path: more.path,
    heads: more.heads ?? [],
    blocks: { scenesAbove: ScenesAbove },
  })
  return { gateway, ...drawn }
}

/** A light, where others are plugs. */
function lit(head: DeviceHead): DeviceHead {
  const [power] = head.layout?.sections.control ?? []
  if (!head.layout || !power) throw new Error('It has no layout')
  const light = { ...power, service: 'LightService', property: 'state' }
  return {
    ...head,
    layout: { ...head.layout, tile: { header: light, footer: [] }, sections: { control: [light] } },
  }
}

const names = () =>
  within(page.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent)
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => rowOf({ id: `r${at}`, name: `Scene ${at + 1}` }))
const menuOf = async (name: string) => {
  await userEvent.click(page.getByRole('button', { name: `More for ${name}` }))
  return await page.findByRole('menu')
}

describe('spec 2 §2 the routes of scenes', () => {
  const routeOf = (id: string) => screens.get(id)?.route

  // 2.2-038 1.2-049
  test('the area is at /scenes, which leads to its list', () => {
    expect(list.entrance).toBe('/scenes')
  })

  // 2.2-039 2.2-040 2.2-041 2.2-042 1.2-050 1.2-051 1.2-052 1.2-053
  test('the list, a scene, its summary and adding one stand below it', () => {
    expect(['scenes_list', 'scene', 'summary', 'add_scene'].map(routeOf)).toEqual([
      '/scenes/scenes_list',
      '/scenes/scene/:scene_id',
      '/scenes/summary/:scene_id',
      '/scenes/add_scene',
    ])
  })
})

describe('spec 2 §2 the scene list', () => {
  // 2.2-039 2.9-001 2.9-002 2.1-012
  test('shows 10 a page, ordered by -name', async () => {
    const { address } = await open(many(12))
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(names().slice(0, 2)).toEqual(['Scene 12', 'Scene 11'])
    await userEvent.click(page.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(names()).toEqual(['Scene 2', 'Scene 1']))
    expect(address()).toBe('/scenes/scenes_list?page=2')
  })

  test('Enter searches, Escape cancels', async () => {
    await open([rowOf({ name: 'Morning' }), rowOf({ id: 'r2', name: 'Night' })])
    const box = await page.findByRole('searchbox')
    await userEvent.type(box, 'nig{Enter}')
    await waitFor(() => expect(names()).toEqual(['Night']))
    await userEvent.type(box, '{Escape}')
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  test('what a builder has begun and nobody has named is not listed', async () => {
    await open([rowOf({ draft: true }), rowOf({ id: 'r2', name: 'Night' })])
    await waitFor(() => expect(names()).toEqual(['Night']))
  })

  // 2.2-043
  test('a row leads to the page of its rule', async () => {
    await open([rowOf()])
    expect((await page.findByRole('link', { name: 'Gute Nacht' })).getAttribute('href')).toBe(
      '/scenes/scene/r1',
    )
  })

  // 2.2-065 2.8-020
  test('running asks first and then tells the success RULE_EXECUTED', async () => {
    const { gateway } = await open([rowOf()], { answers: { play_rule: { run_id: 'x' } } })
    await userEvent.click(await page.findByRole('button', { name: 'Run' }))
    const dialog = await page.findByRole('dialog', { name: 'Run “Gute Nacht” now?' })
    expect(gateway.of('play_rule')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run' }))
    expect(await page.findByText('The scene has been started.')).toBeTruthy()
    expect(gateway.of('play_rule')).toEqual([{ rule_id: 'r1' }])
  })

  test('whoever says no runs nothing', async () => {
    const { gateway } = await open([rowOf()], { answers: { play_rule: { run_id: 'x' } } })
    await userEvent.click(await page.findByRole('button', { name: 'Run' }))
    await page.findByRole('dialog')
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(gateway.of('play_rule')).toEqual([])
  })

  test('the switch changes the activity', async () => {
    const { gateway } = await open([rowOf()], { answers: { update_rule_info: {} } })
    const toggle = await page.findByRole('switch', { name: 'Active: Gute Nacht' })
    expect(toggle.ariaChecked).toBe('true')
    await userEvent.click(toggle)
    await waitFor(() => expect(gateway.of('update_rule_info')).toEqual([{ rule_id: 'r1', active: false }]))
  })

  // 2.5-019 2.8-025
  test('another scene of the name is refused at the field', async () => {
    const { gateway } = await open([rowOf()], { answers: { update_rule_info: new Error('name_exists') } })
    await page.findByRole('switch')
    await userEvent.click(within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Rename' }))
    const field = await page.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Morning{Enter}')
    expect(await page.findByText('This name is taken already.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(gateway.of('update_rule_info')).toEqual([{ rule_id: 'r1', name: 'Morning' }])
    expect(page.getByRole('dialog')).toBeTruthy()
  })

  // decision 0242
  test('a scene is given a picture, a colour and a folder, and they can be taken back', async () => {
    const was = { look: { icon: 'moon', colour: 'blue' }, folder: 'Evening' } as const
    const { gateway } = await open(
      [rowOf(was), rowOf({ id: 'r2', name: 'Alarm', folder: 'Safety' }), rowOf({ id: 'r3', name: 'Other' })],
      {
        answers: { update_rule_info: {} },
      },
    )
    await page.findAllByRole('switch')
    // Those of one folder stand together, those of none first, as a new scene is.
    expect(page.getAllByRole('rowheader').map((one) => one.textContent)).toEqual([
      'In no folder',
      'Evening',
      'Safety',
    ])
    expect(names()).toEqual(['Other', 'Gute Nacht', 'Alarm'])
    await userEvent.click(
      within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Look and folder …' }),
    )
    const dialog = await page.findByRole('dialog')
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Moon' }).checked).toBe(true)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Shield' }))
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Red' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Safety' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const next = { rule_id: 'r1', look: { icon: 'shield', colour: 'red' }, folder: 'Safety' }
    await waitFor(() => expect(gateway.of('update_rule_info')).toEqual([next]))
    await page.findByText('The look of “Gute Nacht” is saved.')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(gateway.of('update_rule_info').at(-1)).toEqual({ rule_id: 'r1', ...was }))
  })

  test('what the usual look is stands nowhere; nothing is sent where nothing was changed', async () => {
    const { gateway } = await open([rowOf({ look: { icon: 'a-new-one', colour: 'red' } })], {
      answers: { update_rule_info: {} },
    })
    await page.findByRole('switch')
    const opened = async () => {
      await userEvent.click(
        within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Look and folder …' }),
      )
      return within(await page.findByRole('dialog'))
    }
    await userEvent.click((await opened()).getByRole('button', { name: 'Save' }))
    expect(gateway.of('update_rule_info')).toEqual([])
    const dialog = await opened()
    await userEvent.click(dialog.getByRole('radio', { name: 'Steps' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Grey' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(gateway.of('update_rule_info')).toEqual([{ rule_id: 'r1', look: null, folder: null }]),
    )
  })

  // decision 0174
  test('a scene is duplicated, off and under a name of its own, and the copy can be taken back', async () => {
    const { gateway } = await open([rowOf()], {
      answers: {
        get_rules: {
          rules: [ruleOf({ scenes: [{ id: 'a', name: 'On' }] }), ruleOf({ id: 'r2', name: 'Gute Nacht 2' })],
        },
        save_rule: {},
        delete_rule: {},
      },
    })
    await page.findByRole('switch')
    await userEvent.click(within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Duplicate' }))
    await page.findByText('“Gute Nacht 3” is a copy of “Gute Nacht”. It is off.')
    const [saved] = gateway.of('save_rule')
    expect(saved).toMatchObject({
      base: 0,
      rule: { name: 'Gute Nacht 3', active: false, scenes: [{ name: 'On' }] },
    })
    const copy = saved?.rule as Rule
    expect([copy.id, copy.scenes?.[0]?.id]).not.toContain('r1')
    expect(copy.scenes?.[0]?.id).not.toBe('a')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(gateway.of('delete_rule')).toEqual([{ rule_id: copy.id }]))
  })

  test.each([
    ['Mine', ['Mine', 'Gute Nacht'], 'It is as it was before.'],
    ['Theirs', ['Mine'], 'Somebody else has changed this since; it stays as it is now.'],
  ])(
    'a new name that is %s by then is taken back, or said to be somebody else’s',
    async (then, sent, said) => {
      let now = 'Gute Nacht'
      const { gateway } = await open([rowOf()], {
        answers: { get_rules_list: () => ({ rules: [rowOf({ name: now })] }), update_rule_info: {} },
      })
      await page.findByRole('switch')
      await userEvent.click(within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Rename' }))
      const field = within(await page.findByRole('dialog')).getByRole('textbox')
      await userEvent.clear(field)
      await userEvent.type(field, 'Mine{Enter}')
      const undo = await page.findByRole('button', { name: 'Undo' })
      now = then
      await userEvent.click(undo)
      await page.findByText(said)
      expect(gateway.of('update_rule_info').map(({ name }) => name)).toEqual(sent)
    },
  )

  test('who may not change scenes cannot duplicate one', async () => {
    await open([rowOf()], { forbidden: ['save_rule'] })
    await page.findByRole('switch')
    expect(within(await menuOf('Gute Nacht')).queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
  })

  test('a scene is found by what its devices are called', async () => {
    await open([
      rowOf({ device_names: ['Stehlampe', 'Storen Süd'] }),
      rowOf({ id: 'r2', name: 'Morning', device_names: ['Kaffeemaschine'] }),
    ])
    await page.findAllByRole('switch')
    await userEvent.type(page.getByRole('searchbox'), 'storen{Enter}')
    await waitFor(() => expect(names()).toEqual(['Gute Nacht']))
  })

  // 2.2-064
  test('deleting asks first, and can be taken back', async () => {
    const { gateway } = await open([rowOf()], {
      answers: {
        delete_rule: {},
        restore_object: {},
        get_object_history: {
          versions: [{ kind: 'rule', id: 'r1', version: 4, at: 1, change: 'deleted', name: 'Gute Nacht' }],
        },
      },
    })
    await page.findByRole('switch')
    await userEvent.click(within(await menuOf('Gute Nacht')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await page.findByRole('dialog', { name: 'Delete “Gute Nacht”?' })
    expect(gateway.of('delete_rule')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await page.findByText('“Gute Nacht” is deleted.')
    expect(gateway.of('delete_rule')).toEqual([{ rule_id: 'r1' }])
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(gateway.of('restore_object')).toEqual([{ kind: 'rule', id: 'r1', version: 4 }]),
    )
  })

  test('faults and loops are marked beside the name', async () => {
    await open([rowOf({ faults: 2, loop: ['r1', 'r2'] }), rowOf({ id: 'r2', name: 'Night', faults: 0 })])
    expect(await page.findByText('2 things are missing')).toBeTruthy()
    expect(page.getByText('Loop of 2 scenes')).toBeTruthy()
    expect(page.queryByText('Something is missing')).toBeNull()
  })

  test.each([
    ['done', 'Without a fault'],
    ['partly', 'Partly'],
    ['failed', 'Failed'],
    ['throttled', 'Held back'],
  ] as const)('a last run that is %s says so', async (outcome, words) => {
    await open([rowOf({ last_run: { run_id: 'x', at: Date.now(), outcome } })])
    expect(await page.findByText(words)).toBeTruthy()
  })

  test('a scene that never ran says so', async () => {
    await open([rowOf()])
    expect(await page.findByText('Never')).toBeTruthy()
  })

  // 2.6-013
  test('with ONLY_EXECUTE_SCENES there is nothing but running', async () => {
    await open([rowOf()], { flags: ['ONLY_EXECUTE_SCENES'] })
    expect(await page.findByRole('button', { name: 'Run' })).toBeTruthy()
    expect(page.queryByRole('switch')).toBeNull()
    expect(page.queryByRole('button', { name: 'Add scene' })).toBeNull()
    const menu = await menuOf('Gute Nacht')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Summary'])
  })

  test('a gateway that does not answer is said, with a way to ask again', async () => {
    let times = 0
    await open([], {
      answers: {
        get_rules_list: () => {
          times += 1
          if (times === 1) throw new Error('Request timed out')
          return { rules: [rowOf()] }
        },
      },
    })
    await userEvent.click(await page.findByRole('button', { name: 'Try again' }))
    expect(await page.findByRole('link', { name: 'Gute Nacht' })).toBeTruthy()
  })

  // decision 0211
  test('a home without scenes is shown what people with its devices often want; an idea leads into the builder', async () => {
    const { address } = await open([], { heads: [lit(lampOf('d1', 'Hall lamp'))] })
    expect(await page.findByRole('heading', { name: 'People with these devices often want …' })).toBeTruthy()
    await userEvent.click(await page.findByRole('button', { name: /Forgotten light/ }))
    await waitFor(() => expect(address()).toMatch(/^\/scenes\/add_scene\?recipe=\w+$/))
  })

  test('whoever may only run scenes is shown no ideas, nor is a home that has some', async () => {
    await open([], { flags: ['ONLY_EXECUTE_SCENES'] })
    await page.findByRole('heading', { name: 'No scenes yet' })
    expect(page.queryByText(/People with these/)).toBeNull()
    await open([rowOf()])
    await page.findByRole('link', { name: 'Gute Nacht' })
    expect(page.queryByText(/People with these/)).toBeNull()
  })

  test('a home without scenes says what will be here', async () => {
    await open([])
    expect(await page.findByRole('heading', { name: 'No scenes yet' })).toBeTruthy()
  })
})

describe('the statuses above the scenes', () => {
  // 2.1-013
  test('a tap switches one', async () => {
    const { gateway } = await open([rowOf()], {
      answers: { get_scenario_statuses_collection: { collection: [away] }, set_scenario_status: {} },
    })
    const chip = await page.findByRole('button', { name: 'Away' })
    expect(chip.ariaPressed).toBe('false')
    await userEvent.click(chip)
    await waitFor(() => expect(chip.ariaPressed).toBe('true'))
    expect(gateway.of('set_scenario_status')).toEqual([{ resource_id: 's1', state: true }])
  })

  // 1.6-004
  test('who may only look is told so by a tap, and nothing is asked', async () => {
    const { gateway } = await open([rowOf()], {
      answers: { get_scenario_statuses_collection: { collection: [away] } },
      forbidden: ['set_scenario_status'],
    })
    const chip = await page.findByRole('button', { name: 'Away' })
    expect(chip.ariaDisabled).toBe('true')
    await userEvent.click(chip)
    expect(await page.findByText('Your role does not allow this.')).toBeTruthy()
    expect(gateway.of('set_scenario_status')).toEqual([])
  })

  test('a refusal is told and nothing looks switched', async () => {
    await open([rowOf()], {
      answers: {
        get_scenario_statuses_collection: { collection: [away] },
        set_scenario_status: new Error('Privileged mode is active'),
      },
    })
    const chip = await page.findByRole('button', { name: 'Away' })
    await userEvent.click(chip)
    expect(await page.findByText(/in use already|Privileged/)).toBeTruthy()
    expect(chip.ariaPressed).toBe('false')
  })

  // 2.4-086 2.4-087
  test('events of another client are followed', async () => {
    const { tell } = await open([rowOf()], {
      answers: { get_scenario_statuses_collection: { collection: [away] } },
    })
    const chip = await page.findByRole('button', { name: 'Away' })
    tell('status_changed', { ...away, state: true })
    await waitFor(() => expect(chip.ariaPressed).toBe('true'))
    tell('status_deleted', { resource_id: 's1' })
    await waitFor(() => expect(page.queryByRole('button', { name: 'Away' })).toBeNull())
  })
})
