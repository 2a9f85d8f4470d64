import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { RecordedChange, Rule } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { Rehearsal } from '../Rehearsal.tsx'
import { gatewayOf, lampOf, nothing, openScreen, ready, ruleOf } from '../testing.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen = screens.get('scene') as CustomScreen
const HOUR = 3_600_000

const when = (value: boolean): Rule =>
  ruleOf({
    event_triggers: [
      {
        id: 't1',
        event_source: 'd1',
        service_name: 'SwitchService',
        property_name: 'on',
        value,
        compare_type: 'EQ',
      },
    ],
    scenes: [{ id: 'a', name: 'Note', notifications: [{ type: 1, short_desc: 'Look' }] }],
  })

/** Where the home is: elsewhere than whoever looks at it. */
const ZONE = 'Pacific/Kiritimati'

/** The lamp goes on and off again every hour, so many hours back. */
function story(hours: number): RecordedChange[] {
  const now = Date.now()
  return Array.from({ length: hours }, (_, back) => back)
    .toReversed()
    .map((back) => ({
      at: now - (back + 1) * HOUR,
      device_id: 'd1',
      service_name: 'SwitchService',
      property_name: 'on',
      value: back % 2 === 0,
    }))
}

async function open(rule: Rule, saved: Rule | undefined, pages: readonly RecordedChange[][], since = 0) {
  const gateway = gatewayOf({
    ...nothing,
    get_device_property: { property_value: true },
    get_recorded_changes: ({ after = 0 }: { after?: number }) => ({
      changes: pages[after] ?? [],
      since,
      zone: ZONE,
      ...(after + 1 < pages.length && { next: after + 1 }),
    }),
  })
  await openScreen<CustomScreen>({
    Screen: () => <Rehearsal rule={rule} saved={saved} />,
    screen,
    gateway,
    heads: [lampOf('d1', 'Lamp')],
  })
  return gateway
}

const begin = () => userEvent.click(page.getByRole('button', { name: 'Over the last 7 days' }))

describe('rehearsing a scene', () => {
  // decision 0267
  test('says of each thing that chance may draw that it may have happened, and of what follows that it would have', async () => {
    const [note] = when(true).scenes ?? []
    const named = (text: string, by_chance?: 'one' | 'or') => ({
      ...note,
      ...{ id: text, name: text, notifications: [{ type: 1 as const, short_desc: text }] },
      ...(by_chance && { by_chance }),
    })
    const rule = { ...when(true), scenes: [named('This', 'one'), named('That', 'or'), named('End')] }
    await open(rule as Rule, undefined, [story(2)])
    await begin()
    const run = within(
      await page.findByRole('list', { name: 'Runs that there would have been' }),
    ).getAllByRole('listitem')[0]
    const lines = [...(run?.querySelectorAll('ol li') ?? [])].map(({ textContent }) => textContent)
    expect(lines).toEqual([
      expect.stringMatching(/^One of these by chance.*left to chance/),
      expect.stringMatching(/^Perhaps: .*push/i),
      'Or',
      expect.stringMatching(/^Perhaps: .*push/i),
      expect.stringMatching(/^(?!Perhaps).*push/i),
    ])
  })

  test('is asked for page by page, and tells when it would have run and what it would have done', async () => {
    const all = story(6)
    const gateway = await open(when(true), undefined, [all.slice(0, 3), all.slice(3)])
    expect(gateway.of('get_recorded_changes')).toEqual([])
    await begin()
    expect(await page.findByText(/would have run 3 times/)).toBeTruthy()
    expect(gateway.of('get_recorded_changes').map(({ after }) => after)).toEqual([undefined, 1])
    const runs = page.getByRole('list', { name: 'Runs that there would have been' })
    expect(within(runs).getAllByRole('group')).toHaveLength(3)
    expect(within(runs).getAllByText(/push notification|Push/i)).toHaveLength(3)
  })

  test('nothing is sent', async () => {
    const gateway = await open(when(true), undefined, [story(4)])
    await begin()
    await page.findByText(/would have run 2 times/)
    expect(new Set(gateway.asked.map(({ command }) => command))).toEqual(
      new Set(['get_recorded_changes', 'get_device_property', 'get_scenario_statuses_collection']),
    )
  })

  test('is compared with the saved version', async () => {
    await open(when(true), when(false), [story(6)])
    await begin()
    expect(await page.findByText(/3 runs are new, 2 no longer happen\./)).toBeTruthy()
    expect(page.getAllByText('new').length).toBe(3)
    expect(page.getAllByText('no longer').length).toBe(2)
  })

  test('says that nothing changes where nothing does', async () => {
    await open(when(true), when(true), [story(6)])
    await begin()
    expect(await page.findByText(/That is exactly as before\./)).toBeTruthy()
  })

  test('goes by the clocks of the home, wherever the page is', async () => {
    const DAY = 24 * HOUR
    const noon = momentOf(Math.floor(wallOf(Date.now() - 2 * DAY, ZONE) / DAY) * DAY + 12 * HOUR, ZONE)
    const lamp = { device_id: 'd1', service_name: 'SwitchService', property_name: 'on' }
    const atNoon: Rule = {
      ...when(true),
      rule_logic: 'AND',
      time_triggers: [
        { id: 'noon', hour: 12, minute: 0, second: 0, repeating: [true, true, true, true, true, true, true] },
      ],
    }
    const around = [
      { at: noon - 6 * DAY, ...lamp, value: false },
      { at: noon - HOUR / 2, ...lamp, value: true },
      { at: noon + HOUR / 2, ...lamp, value: false },
    ]
    await open(atNoon, undefined, [around])
    await begin()
    expect(await page.findByText(/would have run once/)).toBeTruthy()
  })

  test('takes 30 days as well', async () => {
    const gateway = await open(when(true), undefined, [[]])
    await begin()
    await page.findByText('The scene would not have run once.')
    await userEvent.click(await page.findByRole('radio', { name: '30 days' }))
    await page.findByText('The scene would not have run once.')
    const [week, month] = gateway.of('get_recorded_changes') as { from: number; to: number }[]
    if (!week || !month) throw new Error('It was not asked for')
    expect(Math.round((month.to - month.from) / (24 * HOUR))).toBe(31)
    expect(Math.round((week.to - week.from) / (24 * HOUR))).toBe(8)
  })

  test('says since when there is a record', async () => {
    await open(when(true), undefined, [[]], Date.now() - HOUR)
    await begin()
    expect(await page.findByText(/^Only what happened since .* is recorded\.$/)).toBeTruthy()
  })
})
