import { act, cleanup, fireEvent, screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Rule, RuleRun } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { Rehearsal } from '../../Rehearsal.tsx'
import { gatewayOf, lampOf, nothing, openScreen, ready, ruleOf, runOf } from '../../testing.tsx'
import { useRuleEvents } from '../../use-rules.ts'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen = screens.get('scene') as CustomScreen
const on = { service_name: 'SwitchService', property_name: 'on' }

/** The lamp goes off, five minutes later the fan turns over; somebody is told. */
const night: Rule = ruleOf({
  scenes: [
    { id: 'a', name: 'Lights', devices: [{ id: 'd1', settings: [{ ...on, value: false }] }] },
    {
      id: 'b',
      name: 'Air',
      delay: 300_000,
      devices: [{ id: 'd2', settings: [{ ...on, computed: { kind: 'toggle' } }] }],
      notifications: [{ type: 1, short_desc: 'Good night' }],
    },
  ],
})

/** What became of the lamp in so many runs, the newest first. */
const told = (...outcomes: readonly [RuleRun['steps'][number]['outcome'], number][]): RuleRun[] =>
  outcomes.map(([outcome, took], back) =>
    runOf({
      run_id: `run${back}`,
      steps: [
        { at: 1000, ended_at: 1000 + took, kind: 'device', device_id: 'd1', ...on, value: false, outcome },
      ],
    }),
  )

interface Given {
  rule?: Rule
  heads?: readonly DeviceHead[]
  runs?: readonly RuleRun[]
  now?: Readonly<Record<string, unknown>>
  /** How the status «Away» is. */
  away?: boolean
}

async function open({
  rule = night,
  heads = [lampOf('d1', 'Lamp'), lampOf('d2', 'Fan')],
  runs = [],
  now = { d1: true, d2: true },
  away,
}: Given = {}) {
  const gateway = gatewayOf({
    ...nothing,
    ...(away !== undefined && {
      get_scenario_statuses_collection: {
        collection: [{ resource_id: 'away', name: 'Away', icon_name: 1, state: away }],
      },
    }),
    get_alarm_table: { alarms: [] },
    get_rule_runs: () => ({ runs: [...runs], misses: [] }),
    get_device_property: ({ device_id }: { device_id: string }) => {
      if (!(device_id in now)) throw new Error('Nobody knows')
      return { property_value: now[device_id] }
    },
  })
  const Screen = () => {
    useRuleEvents()
    return <Rehearsal rule={rule} begun />
  }
  const { tell } = await openScreen<CustomScreen>({ Screen, screen, gateway, heads })
  return { ...gateway, tell }
}

const lanes = async () => within(await page.findByRole('region', { name: 'What happens to what' }))
const laneOf = async (name: string) => {
  const lane = (await lanes()).getAllByRole('listitem').find((one) => one.textContent?.startsWith(name))
  if (!lane) throw new Error(`No lane of ${name}`)
  return lane
}
const stateOf = async (name: string) => (await laneOf(name)).querySelector('b')?.dataset.state

describe('one run, played through', () => {
  test('each thing has its lane, with what it is set to and when; what is computed is the value that it would be', async () => {
    await open()
    expect((await laneOf('Lamp')).textContent).toMatch(/At once false$/)
    await vi.waitFor(async () => expect((await laneOf('Fan')).textContent).toMatch(/after 5 minutes: false$/))
    expect((await laneOf('Push')).textContent).toMatch(/after 5 minutes: Good night$/)
  })

  // decision 0203
  test('all devices of a kind are one lane, whatever they are; what speaks against one of them is said of it', async () => {
    const light = (id: string, more: Partial<DeviceHead> = {}): DeviceHead => {
      const head = lampOf(id, `Light ${id}`)
      const placed = {
        ...(head.layout?.sections.control?.[0] ?? never()),
        service: 'LightService',
        property: 'state',
      }
      return { ...head, ...more, layout: { ...(head.layout ?? never()), sections: { control: [placed] } } }
    }
    const target = { id: 't', kind: 'lights', sets: 'power', computed: { kind: 'toggle' as const } }
    const { asked } = await open({
      rule: ruleOf({ scenes: [{ id: 'a', name: 'All', targets: [target] }] }),
      heads: [light('d1'), light('d2', { status: 5 })],
      now: { d1: false, d2: false },
    })
    expect((await laneOf('All lights')).textContent).toMatch(/At once toggle$/)
    expect((await lanes()).getAllByRole('listitem')).toHaveLength(1)
    expect(await page.findByText(/Light d2/)).toBeTruthy()
    expect(asked.filter(({ command }) => command === 'get_device_property')).toHaveLength(2)
  })

  // decision 0244
  test('what is brought along is a slope over its time, and what follows comes after it', async () => {
    const along = { kind: 'ramp', from: 10, to: 20, over: 600_000 } as const
    const sets = (id: string, device: string, computed: typeof along | { kind: 'toggle' }) => ({
      ...{ id, name: id, devices: [{ id: device, settings: [{ ...on, computed }] }] },
    })
    await open({
      rule: ruleOf({ scenes: [sets('a', 'd1', along), sets('b', 'd2', { kind: 'toggle' })] }),
    })
    const block = (await laneOf('Lamp')).querySelector('b')
    expect([block?.dataset.slope, block?.textContent]).toEqual(['up', 'At once 10 to 20, 10 minutes'])
    await vi.waitFor(async () =>
      expect((await laneOf('Fan')).textContent).toMatch(/after 10 minutes: false$/),
    )
    expect(page.queryByText(/needs about/)).toBeNull()
  })

  test('a scene that is switched over twice ends as it began', async () => {
    const [, air] = night.scenes ?? []
    await open({ rule: ruleOf({ scenes: [air ?? never(), { ...(air ?? never()), id: 'c' }] }) })
    await vi.waitFor(async () =>
      expect((await laneOf('Fan')).textContent).toMatch(/5 minutes: false.*10 minutes: true$/),
    )
  })

  // decision 0162
  test('a text tells what its values would be then', async () => {
    const value = { kind: 'device', id: 'v1', device_id: 'd1', ...on } as const
    const [lights, air] = night.scenes ?? []
    const push = { type: 1, short_desc: 'Lamp: {{v1}}', values: [value] } as const
    const telling = { ...(air ?? never()), notifications: [{ ...push, values: [value] }] }
    await open({ rule: ruleOf({ scenes: [lights ?? never(), telling] }) })
    await vi.waitFor(async () =>
      expect((await laneOf('Push')).textContent).toMatch(/after 5 minutes: Lamp: no$/),
    )
  })

  // decision 0248
  test('a question tells what its values would be then, and what follows its answer comes at once', async () => {
    const value = { kind: 'device', id: 'v1', device_id: 'd1', ...on } as const
    const [lights, air] = night.scenes ?? []
    const asking = {
      ...{ id: 'q', name: 'D#E#L#A#Y', delay: 600_000 },
      question: {
        short_desc: 'Lamp: {{v1}}',
        values: [value],
        answers: [
          { id: 'a1', label: 'Yes' },
          { id: 'a2', label: 'No' },
        ],
      },
    }
    const { delay: _none, ...fan } = air ?? never()
    await open({ rule: ruleOf({ scenes: [lights ?? never(), asking, fan] }) })
    await vi.waitFor(async () => expect((await laneOf('Ask')).textContent).toMatch(/Lamp: no$/))
    expect((await laneOf('Push')).textContent).not.toMatch(/after/)
    await userEvent.selectOptions(page.getByLabelText(/^Suppose the answer/), 'nobody answers')
    expect((await laneOf('Push')).textContent).toMatch(/after 10 minutes/)
  })

  test('a text tells a status as the scene has switched it by then', async () => {
    const value = { kind: 'status', id: 'v1', name: 'Away', resource_id: 'away' } as const
    const [lights, air] = night.scenes ?? []
    const push = { type: 1 as const, short_desc: 'Away: {{v1}}', values: [value] }
    const switching = {
      ...(lights ?? never()),
      statuses: [{ name: 'Away', state: true, resource_id: 'away' }],
    }
    const telling = { ...(air ?? never()), notifications: [push] }
    await open({ rule: ruleOf({ scenes: [switching, telling] }), away: false })
    await vi.waitFor(async () =>
      expect((await laneOf('Push')).textContent).toMatch(/after 5 minutes: Away: on$/),
    )
    cleanup()
    await open({ rule: ruleOf({ scenes: [lights ?? never(), telling] }), away: false })
    await vi.waitFor(async () =>
      expect((await laneOf('Push')).textContent).toMatch(/after 5 minutes: Away: off$/),
    )
  })

  // decision 0263
  test('what chance will draw nobody knows: each is shown as possible, both at the same time', async () => {
    const [lights, air] = night.scenes ?? []
    const { delay: _waits, ...plain } = air ?? never()
    await open({
      rule: ruleOf({
        scenes: [
          { ...(lights ?? never()), name: 'One thing', by_chance: 'one' },
          { ...plain, name: 'Another', by_chance: 'or' },
        ],
      }),
    })
    expect(
      await page.findByText('Which of these happens is left to chance when it runs: “One thing”, “Another”.'),
    ).toBeTruthy()
    for (const lane of ['Lamp', 'Fan']) {
      const block = (await laneOf(lane)).querySelector('b')
      expect(block?.dataset.perhaps).toBe('true')
      expect(block?.title).toMatch(/^Perhaps: ./)
      expect(block?.querySelector('.visually-hidden')?.textContent).toBe(`At once ${block?.title}`)
      expect(block?.textContent).toMatch(/^at once/i)
    }
  })

  test('each of what chance may draw begins with how things were before it, and afterwards only that is known which all leave alike', async () => {
    const to = (
      id: string,
      how: 'one' | 'or' | undefined,
      ...values: readonly [string, boolean | 'turned'][]
    ) => ({
      ...{ id, name: id, ...(how && { by_chance: how }) },
      devices: values.map(([device, value]) => ({
        id: device,
        settings: [value === 'turned' ? { ...on, computed: { kind: 'toggle' as const } } : { ...on, value }],
      })),
    })
    await open({
      now: { d1: true, d2: true },
      rule: ruleOf({
        scenes: [
          to('off', 'one', ['d1', false], ['d2', false]),
          to('stays', 'or', ['d1', true], ['d2', false]),
          to('then', undefined, ['d1', 'turned'], ['d2', 'turned']),
        ],
      }),
    })
    const blocks = async (lane: string) =>
      [...(await laneOf(lane)).querySelectorAll('b')].map(
        ({ title, dataset }) => `${title} ${dataset.perhaps ?? dataset.mark}`,
      )
    // The second branch does not find what the first would have done.
    await vi.waitFor(async () =>
      expect(await blocks('Lamp')).toEqual(['Perhaps: false or true true', 'toggle doubtful']),
    )
    expect(await blocks('Fan')).toEqual(['Perhaps: false true', 'true undefined'])
  })

  test('of what chance may draw for one thing at one moment each is seen, also where something speaks against it', async () => {
    const one = (id: string, by_chance: 'one' | 'or', value: boolean) => ({
      ...{ id, name: id, by_chance },
      devices: [{ id: 'd1', settings: [{ ...on, value }] }],
    })
    await open({
      now: { d1: true },
      runs: told(['failed', 0]),
      rule: ruleOf({ scenes: [one('off', 'one', false), one('on', 'or', true)] }),
    })
    await page.findByText('Lamp did not do it in the last run.')
    const blocks = [...(await laneOf('Lamp')).querySelectorAll('b')]
    expect(blocks.map(({ title }) => title)).toEqual(['Perhaps: false or true'])
    expect(blocks.map(({ dataset }) => [dataset.mark, dataset.perhaps])).toEqual([['doubtful', 'true']])
  })

  test('asks how things are again when the scene has really run', async () => {
    const runs: RuleRun[] = []
    const gateway = await open({ runs })
    await vi.waitFor(() => expect(gateway.of('get_device_property')).toHaveLength(2))
    await lanes()
    const run = runOf({ run_id: 'now', outcome: 'done' })
    runs.push(run)
    act(() => gateway.tell('rule_run_changed', { run }))
    await vi.waitFor(() => expect(gateway.of('get_device_property')).toHaveLength(4))
  })

  test('says what is so already', async () => {
    await open({ now: { d1: false, d2: true } })
    expect(await page.findByTitle('false, is so already')).toBeTruthy()
  })

  test('nothing is sent, whatever one plays', async () => {
    const gateway = await open()
    await lanes()
    await userEvent.click(await page.findByRole('button', { name: 'Play' }))
    await userEvent.click(await page.findByRole('button', { name: 'Pause' }))
    expect(new Set(gateway.asked.map(({ command }) => command))).toEqual(
      new Set(['get_device_property', 'get_rule_runs', 'get_scenario_statuses_collection']),
    )
  })

  test('the head can be put anywhere: what lies before it is done, what lies behind is not', async () => {
    await open()
    await lanes()
    const head = page.getByRole('slider', { name: 'Moment of the run' })
    expect(await stateOf('Lamp')).toBe('ahead')
    fireEvent.change(head, { target: { value: '500' } })
    expect(head.getAttribute('aria-valuetext')).toMatch(/^\d:\d\d$/)
    expect([await stateOf('Lamp'), await stateOf('Fan')]).toEqual(['done', 'ahead'])
    fireEvent.change(head, { target: { value: '1000' } })
    expect([await stateOf('Lamp'), await stateOf('Fan')]).toEqual(['done', 'done'])
    expect(page.getByText(/^5:00 \/ 5:00$/)).toBeTruthy()
    await userEvent.click(page.getByRole('button', { name: 'From the beginning' }))
    expect(await stateOf('Lamp')).toBe('ahead')
  })

  test('where it is longer than the page is wide, the page goes along with the head', async () => {
    await open()
    const region = await page.findByRole('region', { name: 'What happens to what' })
    Object.defineProperties(region, { scrollWidth: { value: 900 }, clientWidth: { value: 400 } })
    fireEvent.change(page.getByRole('slider', { name: 'Moment of the run' }), { target: { value: '500' } })
    expect(region.scrollLeft).toBe(250)
  })

  test('plays to its end and stands there', async () => {
    await open({ rule: ruleOf({ scenes: night.scenes?.slice(0, 1) ?? [] }) })
    await lanes()
    await userEvent.click(page.getByRole('button', { name: 'Play' }))
    await vi.waitFor(async () => expect(await stateOf('Lamp')).toBe('done'), { timeout: 10_000 })
    await page.findByRole('button', { name: 'Play' })
    expect(page.getByRole('slider').getAttribute('value')).toBe('1000')
  })
})

const never = (): never => {
  throw new Error('Not there')
}

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: /max-width/.test(query),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    return () => vi.unstubAllGlobals()
  })
  const moments = async () => {
    const list = await page.findByRole('list', { name: 'What happens when' })
    return [...list.children].map((one) => ({
      head: one.querySelector('time + span > span')?.textContent,
      parts: [...one.querySelectorAll('li')].map(({ textContent }) => textContent),
    }))
  }

  test('each moment says what is set to what, and what is so already', async () => {
    await open({ now: { d1: false, d2: true } })
    await vi.waitFor(async () =>
      expect(await moments()).toEqual([
        { head: 'Lights', parts: ['Lamp false, is so already'] },
        { head: 'Air', parts: ['Fan false', 'Push message Good night'] },
      ]),
    )
  })

  test('of several values of a device each has its own name, as its lanes have', async () => {
    const both = [
      { ...on, value: true },
      { service_name: 'SwitchService', property_name: 'other', value: true },
    ]
    await open({
      rule: ruleOf({ scenes: [{ id: 'a', name: 'All', devices: [{ id: 'd1', settings: both }] }] }),
    })
    const [only] = await moments()
    expect(only?.parts).toHaveLength(2)
    expect(new Set(only?.parts).size).toBe(2)
  })

  test('what is only asked does nothing to anything', async () => {
    const question = { short_desc: 'Open?', answers: [{ id: 'y', label: 'Yes' }] }
    await open({ rule: ruleOf({ scenes: [{ id: 'q', name: 'D#E#L#A#Y', delay: 60_000, question }] }) })
    await vi.waitFor(async () => expect(await moments()).toEqual([{ head: 'Open?', parts: [] }]))
  })
})

describe('what speaks against a run', () => {
  test('a device that is away, with since when', async () => {
    await open({
      heads: [{ ...lampOf('d1', 'Lamp'), status: 5, statusSince: Date.now() }, lampOf('d2', 'Fan')],
    })
    expect(await page.findByText(/^Lamp: .*offline/i)).toBeTruthy()
    expect((await laneOf('Lamp')).querySelector('b')?.dataset.mark).toBe('doubtful')
  })

  test('a device that did not do it in the last runs, up to the one in which it did', async () => {
    await open({ runs: told(['failed', 10_000], ['diverged', 100], ['confirmed', 100], ['failed', 100]) })
    expect(await page.findByText('Lamp did not do it in the last 2 runs.')).toBeTruthy()
  })

  test('one that does it again says nothing any more', async () => {
    await open({ runs: told(['confirmed', 100], ['failed', 10_000]) })
    await vi.waitFor(async () => expect((await laneOf('Fan')).textContent).toMatch(/false$/))
    expect(page.queryByText(/did not do it/)).toBeNull()
  })

  test('how long it usually takes, where that is long', async () => {
    await open({ runs: told(['confirmed', 24_000], ['confirmed', 28_000], ['confirmed', 2000]) })
    expect(await page.findByText('Lamp needs about 24 seconds.')).toBeTruthy()
    expect(await page.findByTitle('false, about 24 seconds')).toBeTruthy()
  })

  test('a device that is not there any more, and a value that nobody knows', async () => {
    await open({ heads: [lampOf('d2', 'Fan')], now: {} })
    expect(await page.findByText('d1 is not there any more.')).toBeTruthy()
    expect(await page.findByText(/^Nobody knows how Fan is now/)).toBeTruthy()
  })
})

test('what is run by hand only can be played through as well, but not over days', async () => {
  await open()
  await lanes()
  expect(page.queryByRole('radio', { name: '7 days' })).toBeNull()
})
