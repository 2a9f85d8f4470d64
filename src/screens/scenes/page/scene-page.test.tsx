import { act, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import type { DeviceHead, FloorFacts } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { ObjectVersion, Rule, RuleMiss, RuleRun } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { away, gatewayOf, lampOf, nothing, openScreen, ready, ruleOf, runOf } from '../testing.tsx'
import ScenePage from './ScenePage.tsx'
import SceneSummary from './SceneSummary.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const scene = screens.get('scene') as CustomScreen
const summary = screens.get('summary') as CustomScreen

type Answers = Parameters<typeof gatewayOf>[0]

async function open(
  rule: Rule | undefined,
  more: {
    answers?: Answers
    heads?: readonly DeviceHead[]
    floors?: readonly FloorFacts[]
    zone?: string
    flags?: string[]
    Screen?: typeof ScenePage
  } = {},
) {
  const gateway = gatewayOf({ ...nothing, get_rules: { rules: rule ? [rule] : [] }, ...more.answers })
  const Screen = more.Screen ?? ScenePage
  const drawn = await openScreen<CustomScreen>({
    Screen,
    screen: Screen === SceneSummary ? summary : scene,
    gateway,
    heads: more.heads ?? [],
    floors: more.floors,
    zone: more.zone,
    params: { scene_id: 'r1' },
    flags: new Set(more.flags),
  })
  return { gateway, ...drawn }
}

const triggerOf = (at: number, device = `d${at}`) => ({
  id: `t${at}`,
  event_source: device,
  device_name: `Lamp ${at}`,
  service_name: 'SwitchService',
  property_name: 'on',
  value: true,
  compare_type: 'EQ' as const,
})
const lamps = (count: number) =>
  Array.from({ length: count }, (_, at) => lampOf(`d${at + 1}`, `Lamp ${at + 1}`))
/** A zone by whose clocks it is another hour than by those of the machine. */
const elsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo'
const card = (name: string) => page.findByRole('region', { name })

describe('spec 2 §2 a scene', () => {
  test('stands there once it is known how it last went, so that nothing moves down', async () => {
    let know = (): void => {}
    const known = new Promise<{ rules: Rule[] }>((resolve) => {
      know = () => resolve({ rules: [ruleOf()] })
    })
    await open(ruleOf(), { answers: { get_rules_list: () => known } })
    // The scene itself has come long since.
    for (let turn = 0; turn < 20; turn++) await act(async () => {})
    const title = () => page.getByRole('heading', { level: 1 }).textContent
    expect(title()).not.toBe(ruleOf().name)
    await act(async () => know())
    await waitFor(() => expect(title()).toBe(ruleOf().name))
  })

  test('tells its runs by the clocks of the home, as its schedule, and names them where they are others', async () => {
    const at = Date.now() - 60_000
    await open(ruleOf(), {
      zone: elsewhere,
      answers: {
        get_rule_runs: { runs: [runOf({ at })], misses: [] },
      },
    })
    const there = new Intl.DateTimeFormat('en-CH', {
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      timeZone: elsewhere,
    }).format(at)
    const runs = await card('Last runs')
    await waitFor(() => expect(within(runs).getByText(new RegExp(there))).toBeTruthy())
    expect(await page.findByText(new RegExp(`Times of ${elsewhere}`))).toBeTruthy()
  })

  test('names the alarm that it raises', async () => {
    await open(ruleOf({ scenes: [{ id: 's1', name: 'Then', alarms: [{ alarmId: 1001 }] }] }), {
      answers: { get_alarm_table: { alarms: [{ alarmId: 1001, alarm: [{ name: 'Gateway offline' }] }] } },
    })
    const then = await card('Then')
    await waitFor(() => expect(within(then).getByText(/Gateway offline/)).toBeTruthy())
  })

  test('without one asks for none', async () => {
    const { gateway } = await open(ruleOf({ event_triggers: [triggerOf(1)] }), { heads: lamps(1) })
    await card('When')
    expect(gateway.asked.map(({ command }) => command)).not.toContain('get_alarm_table')
  })

  // 2.2-040 2.9-003
  test('shows 3 device triggers a page', async () => {
    await open(ruleOf({ event_triggers: [1, 2, 3, 4].map((at) => triggerOf(at)) }), { heads: lamps(4) })
    const when = await card('When')
    const list = within(when).getByRole('list', { name: 'Devices' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(within(when).getByRole('button', { name: 'Next page' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(within(when).getByText('Any one of these is enough.')).toBeTruthy()
  })

  // decision 0172
  test('a scene that it runs and that is gone is missing, and what is there is not', async () => {
    const rules = ['gone', 'there'].map((id) => ({ rule_id: id, name: `Scene ${id}`, act: 'run' as const }))
    await open(ruleOf({ run_mode: 'single', scenes: [{ id: 's', name: 'S', rules }] }), {
      answers: { get_rules_list: { rules: [{ id: 'there', name: 'Scene there' }] } as never },
    })
    const then = await card('Then')
    expect(await within(then).findByText('This no longer exists.')).toBeTruthy()
    expect(within(then).getByText('Run the scene “Scene gone”').closest('[data-broken]')).toBeTruthy()
    expect(within(then).getByText('Run the scene “Scene there”').closest('[data-broken]')).toBeNull()
    expect(within(then).getByText('If it is set off again meanwhile, nothing happens.')).toBeTruthy()
    expect(within(then).queryByRole('button', { name: 'Replace' })).toBeNull()
  })

  test('without a trigger it says that somebody has to run it', async () => {
    await open(ruleOf())
    expect(await page.findByText('This scene runs only when somebody runs it.')).toBeTruthy()
  })

  // 2.8-017
  test('missing scene data shows “Data in DB incomplete!”', async () => {
    await open(undefined)
    expect(await page.findByRole('heading', { name: 'Data in DB incomplete!' })).toBeTruthy()
    expect(page.getByRole('link', { name: 'Go to scenes' }).getAttribute('href')).toBe('/scenes/scenes_list')
  })

  test('what does not arrive is asked for again', async () => {
    let times = 0
    await open(undefined, {
      answers: {
        get_rules: () => {
          times += 1
          if (times === 1) throw new Error('Request timed out')
          return { rules: [ruleOf()] }
        },
      },
    })
    await userEvent.click(await page.findByRole('button', { name: 'Try again' }))
    expect(await page.findByRole('heading', { name: 'Gute Nacht', level: 1 })).toBeTruthy()
  })

  // 2.8-018 2.8-019 2.4-082
  test('a rule deleted while it is open raises RULE_DELETED; continuing leaves to the list', async () => {
    const { tell, address } = await open(ruleOf())
    await page.findByRole('heading', { name: 'Gute Nacht' })
    act(() => tell('scenario_changed', { change_type: 'rule_deleted', rule_id: 'r1' }))
    const alert = await page.findByRole('dialog', { name: 'The scene was deleted' })
    expect(within(alert).getByText(/Somebody deleted this scene while it was open here/)).toBeTruthy()
    await userEvent.click(within(alert).getByRole('button', { name: 'Understood' }))
    await waitFor(() => expect(address()).toBe('/scenes/scenes_list'))
  })

  // 2.2-044
  test('who deletes it here goes to the list without an alert', async () => {
    const { tell, address } = await open(ruleOf(), {
      answers: {
        delete_rule: () => {
          tell('scenario_changed', { change_type: 'rule_deleted', rule_id: 'r1' })
          return {}
        },
      },
    })
    await page.findByRole('heading', { name: 'Gute Nacht' })
    await userEvent.click(page.getByRole('button', { name: 'More for Gute Nacht' }))
    await userEvent.click(within(await page.findByRole('menu')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await page.findByRole('dialog', { name: 'Delete “Gute Nacht”?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/scenes/scenes_list'))
    expect(page.queryByRole('dialog', { name: 'The scene was deleted' })).toBeNull()
  })

  test('what another client changes is shown without being asked for', async () => {
    let rule = ruleOf()
    const { tell } = await open(undefined, { answers: { get_rules: () => ({ rules: [rule] }) } })
    await page.findByRole('heading', { name: 'Gute Nacht' })
    rule = ruleOf({ name: 'Schlaf gut' })
    act(() => tell('scenario_changed', { change_type: 'rule_updated', rule_id: 'r1' }))
    expect(await page.findByRole('heading', { name: 'Schlaf gut' })).toBeTruthy()
  })

  test('with ONLY_EXECUTE_SCENES it is only run', async () => {
    await open(ruleOf(), { flags: ['ONLY_EXECUTE_SCENES'] })
    expect(await page.findByRole('button', { name: 'Run' })).toBeTruthy()
    expect(page.queryByRole('switch')).toBeNull()
    expect(page.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})

describe('a rule that names what is gone', () => {
  const broken = ruleOf({
    event_triggers: [triggerOf(1, 'gone')],
    scenes: [
      {
        id: 'a1',
        name: 'Light',
        devices: [
          {
            id: 'gone',
            device_name: 'Old lamp',
            settings: [{ service_name: 'SwitchService', property_name: 'on', value: false }],
          },
        ],
      },
    ],
  })

  test('says so and takes another device with the same value in its place', async () => {
    const { gateway } = await open(broken, {
      heads: [lampOf('d2', 'New lamp')],
      answers: { save_rule: { rule: broken } },
    })
    // At both lines, and where it says why it did not run.
    expect(await page.findAllByText('This no longer exists.')).toHaveLength(3)
    const [replace] = page.getAllByRole('button', { name: 'Replace' })
    if (replace) await userEvent.click(replace)
    const dialog = await page.findByRole('dialog', { name: 'Choose another device' })
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'New lamp')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
    await page.findByText('The scene is complete again.')
    const [saved] = gateway.of('save_rule') as { rule: Rule; base: number }[]
    expect(saved?.base).toBe(3)
    expect(saved?.rule.event_triggers?.[0]?.event_source).toBe('d2')
    expect(saved?.rule.scenes?.[0]?.devices?.[0]?.id).toBe('d2')
  })

  test('where no device has the same value it leads to editing', async () => {
    await open(broken, { heads: [] })
    const [replace] = await page.findAllByRole('button', { name: 'Replace' })
    if (replace) await userEvent.click(replace)
    expect(await page.findByText(/No other device has the same values/)).toBeTruthy()
  })

  test('somebody else was faster: it says so and loses nothing', async () => {
    await open(broken, {
      heads: [lampOf('d2', 'New lamp')],
      answers: { save_rule: new Error('changed_meanwhile') },
    })
    const [replace] = await page.findAllByRole('button', { name: 'Replace' })
    if (replace) await userEvent.click(replace)
    const dialog = await page.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'New lamp')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
    expect(await within(dialog).findByText('Somebody else has changed the scene meanwhile.')).toBeTruthy()
  })

  test('a status that is gone is replaced by another', async () => {
    const rule = ruleOf({ statuses: [{ name: 'night', state: true, resource_id: 'old' }] })
    const { gateway } = await open(rule, {
      answers: { get_scenario_statuses_collection: { collection: [away] }, save_rule: { rule } },
    })
    await userEvent.click(await page.findByRole('button', { name: 'Replace' }))
    const dialog = await page.findByRole('dialog', { name: 'Choose another status' })
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'Away')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(gateway.of('save_rule')).toHaveLength(1))
    const [saved] = gateway.of('save_rule') as { rule: Rule }[]
    expect(saved?.rule.statuses?.[0]).toMatchObject({ resource_id: 's1', name: 'away', state: true })
  })
})

describe('how it went', () => {
  const run: RuleRun = runOf({
    outcome: 'partly',
    steps: [
      { at: 1, kind: 'status', status_name: 'night', value: true, outcome: 'confirmed' },
      { at: 2, kind: 'delay', delay: 30_000, outcome: 'confirmed' },
      {
        at: 3,
        kind: 'device',
        device_name: 'Lamp',
        service_name: 'SwitchService',
        property_name: 'on',
        value: false,
        outcome: 'failed',
        message: 'NO_ACK: the driver says so',
      },
    ],
  })

  // decisions 0155 and 0172
  test('a run that waits for its turn says so, and one that another scene began names that scene', async () => {
    const by = { type: 'RULE_TRIGGER', rule_id: 'r2', rule_name: 'Leaving', run_id: 'x1' } as const
    const steps: RuleRun['steps'] = [
      {
        at: 1,
        kind: 'rule',
        rule_id: 'r3',
        rule_name: 'All off',
        act: 'run',
        outcome: 'skipped',
        message: 'NOT_RUN: It says why itself',
      },
    ]
    const waiting = runOf({ run_id: 'w', outcome: 'running', waits: true, steps: [], trigger: by })
    const ended = runOf({ run_id: 'e', steps, trigger: by, caused_by_run: 'x1' })
    await open(ruleOf(), { answers: { get_rule_runs: { runs: [waiting, ended], misses: [] } } })
    const runs = await card('Last runs')
    expect(await within(runs).findAllByText('Run by the scene “Leaving”')).toHaveLength(2)
    expect(within(runs).getByText('It waits until the run before it has done everything.')).toBeTruthy()
    expect(within(runs).getByText('Run the scene “All off”')).toBeTruthy()
    expect(within(runs).getByText('left out: It did not run; its own page says why.')).toBeTruthy()
    expect(within(runs).queryByText('Another scene set it off.')).toBeNull()
  })

  test('why a step did not do what it should is said in the language of the person, with the words of its value', async () => {
    await changeLanguage('ch_DE')
    const part = {
      kind: 'device',
      device_id: 'd1',
      device_name: 'Lamp 1',
      service_name: 'SwitchService',
      property_name: 'on',
      value: true,
    } as const
    const steps: RuleRun['steps'] = [
      {
        ...part,
        at: 1,
        outcome: 'diverged',
        message: 'The device reported false',
        reported: false,
      },
      { ...part, at: 2, outcome: 'failed', code: 400, message: 'The value is below its minimum' },
      { ...part, at: 3, outcome: 'failed', code: 500, message: 'E_JAMMED: the cover jams' },
    ]
    const runs = [runOf({ outcome: 'partly', steps })]
    await open(ruleOf(), { answers: { get_rule_runs: { runs, misses: [] } }, heads: lamps(1) })
    const list = await card('Letzte Läufe')
    expect(await within(list).findByText('das Gerät meldet etwas anderes: «nein»')).toBeTruthy()
    expect(within(list).getByText(/: Dieser Wert ist nicht möglich\.$/)).toBeTruthy()
    expect(within(list).getByText(/: E_JAMMED: the cover jams$/)).toBeTruthy()
    expect(list.textContent).not.toMatch(/The /)
  })

  test('each run is told step by step, with what became of it', async () => {
    await open(ruleOf(), { answers: { get_rule_runs: { runs: [run], misses: [] } } })
    const runs = await card('Last runs')
    expect(await within(runs).findByText('You ran it')).toBeTruthy()
    expect(within(runs).getByText('Partly')).toBeTruthy()
    expect(within(runs).getAllByText('confirmed')).toHaveLength(2)
    expect(within(runs).getByText('failed: The device does not answer.')).toBeTruthy()
  })

  test('a run that a restart broke off says so, and one that went on says when', async () => {
    const runs = [
      runOf({ run_id: 'b', outcome: 'stopped', broken_off: 'too_late' }),
      runOf({ run_id: 'a', resumed_at: Date.now() }),
    ]
    await open(ruleOf(), { answers: { get_rule_runs: { runs, misses: [] } } })
    const list = await card('Last runs')
    expect(await within(list).findByText(/came back more than an hour too late/)).toBeTruthy()
    expect(within(list).getByText(/restarted in between and went on/)).toBeTruthy()
  })

  test('a run goes on while one looks', async () => {
    const runs: RuleRun[] = []
    const { tell } = await open(ruleOf(), { answers: { get_rule_runs: () => ({ runs, misses: [] }) } })
    await page.findByText('The scene has not run in the last 30 days.')
    act(() => tell('rule_run_changed', { run: { ...run, outcome: 'running' } }))
    expect(await page.findByText('Running')).toBeTruthy()
    runs.push({ ...run, outcome: 'done' })
    act(() => tell('rule_run_changed', { run: { ...run, outcome: 'done' } }))
    expect(await page.findByText('Without a fault')).toBeTruthy()
  })

  test('the last five come first', async () => {
    const runs = Array.from({ length: 7 }, (_, at) => runOf({ run_id: `run${at}` }))
    await open(ruleOf(), { answers: { get_rule_runs: { runs, misses: [] } } })
    const list = await card('Last runs')
    expect(await within(list).findAllByText('You ran it')).toHaveLength(5)
    await userEvent.click(within(list).getByRole('button', { name: 'Show more' }))
    expect(within(list).getAllByText('You ran it')).toHaveLength(7)
  })

  test('why it did not run on its last chances', async () => {
    const miss: RuleMiss = {
      rule_id: 'r1',
      at: 1,
      trigger: { type: 'TIME_TRIGGER', at: 1 },
      why: [
        {
          reason: 'condition',
          trigger: { type: 'STATUS_TRIGGER', status_name: 'away', wanted: true, found: false },
        },
      ],
    }
    await open(ruleOf(), { answers: { get_rule_runs: { runs: [], misses: [miss] } } })
    const why = await card('Why it did not run')
    expect(within(why).getByRole('listitem').textContent).toContain('Away')
  })
})

describe('what it was before', () => {
  const version = (number: number, rule: Rule, user_id?: string): ObjectVersion => ({
    kind: 'rule',
    id: 'r1',
    version: number,
    at: number,
    change: number === 1 ? 'created' : 'updated',
    name: rule.name,
    value: { ...rule },
    ...(user_id !== undefined && { user_id }),
  })
  const versions = [
    version(3, ruleOf(), 'u1'),
    version(2, ruleOf({ name: 'Night', rule_logic: 'OR', active: false }), 'u2'),
  ]

  test('calls whoever changed it by name', async () => {
    const homePeople = { people: [{ user_id: 'u2', name: 'Urs Meier' }] }
    await open(ruleOf(), { answers: { get_object_history: { versions }, homePeople } })
    const list = await card('Earlier versions')
    expect(await within(list).findByText(/by Urs Meier/)).toBeTruthy()
  })

  test('says who changed what', async () => {
    await open(ruleOf(), { answers: { get_object_history: { versions } } })
    const list = await card('Earlier versions')
    expect(await within(list).findByText(/by you/)).toBeTruthy()
    expect(within(list).getByText(/by somebody else/)).toBeTruthy()
    const [newest] = within(list).getAllByRole('group')
    if (!newest) throw new Error('No version is drawn')
    expect(within(newest).getByText('Name: Night').tagName).toBe('DEL')
    expect(within(newest).getByText('Name: Gute Nacht').tagName).toBe('INS')
    expect(within(newest).getByText('The scene is active.').tagName).toBe('INS')
    expect(within(newest).queryByRole('button')).toBeNull()
  })

  test('says which step is called otherwise now, comes at another place, and looks different', async () => {
    const sets = [
      { id: 'a', name: 'Lights', statuses: [{ name: 'away', state: true, resource_id: 's1' }] },
      { id: 'p', name: 'D#E#L#A#Y', delay: 60_000 },
    ]
    const [first, pause] = sets
    const renamed = [pause, { ...first, name: 'Everything' }] as Rule['scenes']
    const told = [
      version(2, ruleOf({ scenes: renamed, look: { icon: 'moon', colour: 'blue' } }), 'u1'),
      version(1, ruleOf({ scenes: sets }), 'u1'),
    ]
    await open(ruleOf(), { answers: { get_object_history: { versions: told } } })
    const list = await card('Earlier versions')
    const [newest] = await within(list).findAllByRole('group')
    if (!newest) throw new Error('No version is drawn')
    const lines = (mark: string) => [...newest.querySelectorAll(mark)].map(({ textContent }) => textContent)
    expect(lines('del')).toEqual([
      expect.stringMatching(/^Then, “Lights”: .*“Away”/),
      'Order: Lights → Wait 1 minute',
    ])
    expect(lines('ins')).toEqual([
      'Look: Moon, Blue',
      expect.stringMatching(/^Then, “Everything”: .*“Away”/),
      'Order: Wait 1 minute → Everything',
    ])
  })

  test('restores an earlier version, and takes that back', async () => {
    const { gateway } = await open(ruleOf(), {
      answers: { get_object_history: { versions }, restore_object: {} },
    })
    await card('Earlier versions')
    await userEvent.click(await page.findByText(/by somebody else/))
    await userEvent.click(page.getByRole('button', { name: 'Restore this version' }))
    await page.findByText('The earlier version holds again.')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(gateway.of('restore_object')).toEqual([
        { kind: 'rule', id: 'r1', version: 2 },
        { kind: 'rule', id: 'r1', version: 3 },
      ]),
    )
  })
})

describe('the summary', () => {
  // 2.2-041 2.9-020 2.9-021
  test('says the whole rule in plain language', async () => {
    await open(
      ruleOf({
        rule_logic: 'AND',
        event_triggers: [{ ...triggerOf(1), delay: 30_000 }],
        statuses: [{ name: 'away', state: true, resource_id: 's1' }],
        scenes: [
          { id: 'p', name: 'D#E#L#A#Y', delay: 300_000 },
          { id: 'a', name: 'Note', notifications: [{ type: 1, short_desc: 'All is dark' }] },
        ],
      }),
      { Screen: SceneSummary, heads: lamps(1) },
    )
    await page.findByText('This scene runs as soon as all of these are the case together:')
    const said = page.getAllByRole('listitem').map((item) => item.textContent)
    expect(said[0]).toContain('Lamp 1')
    expect(said[0]).toContain('30 seconds')
    expect(said[1]).toContain('Away')
    expect(said[2]).toContain('5 minutes')
    expect(said[3]).toContain('All is dark')
    expect(page.queryByText(/D#E#L#A#Y/)).toBeNull()
  })

  // decision 0203
  test('a room that is gone is replaced by another place, and an exception by another device', async () => {
    const rule = ruleOf({
      scenes: [
        {
          ...{ id: 'a1', name: 'Off' },
          targets: [
            {
              ...{ id: 't', kind: 'lights', sets: 'power', value: false },
              ...{ place: { room_id: 'old', name: 'Old room' }, except: [{ device_id: 'd2' }] },
            },
          ],
        },
      ],
    })
    const floors = [{ id: 'f1', name: 'Upstairs', rooms: [{ id: 'r2', name: 'Attic', devices: [] }] }]
    const { gateway } = await open(rule, {
      heads: [lampOf('d2', 'New lamp')],
      floors,
      answers: { save_rule: { rule } },
    })
    const then = within(await page.findByRole('region', { name: 'Then' }))
    expect(then.getByText('Switch all lights in the room “Old room” except New lamp off')).toBeTruthy()
    await userEvent.click(await page.findByRole('button', { name: 'Replace' }))
    const dialog = await page.findByRole('dialog', { name: 'Choose another room or floor' })
    const box = within(dialog).getByRole('combobox')
    expect(
      within(box)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toContain('Upstairs')
    await userEvent.selectOptions(box, 'r2')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(gateway.of('save_rule')).toHaveLength(1))
    const [saved] = gateway.of('save_rule') as { rule: Rule }[]
    expect(saved?.rule.scenes?.[0]?.targets?.[0]?.place).toEqual({ room_id: 'r2', name: 'Attic' })
  })
})
