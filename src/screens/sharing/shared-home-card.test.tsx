import { act, fireEvent, screen as page, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import type { SharedHome } from '#schemas/generated/entities/shared-home.ts'
import { LinkLimits as LinkLimitsPage } from './LinkLimits.tsx'
import { RoomsAndDevices } from './RoomsAndDevices.tsx'
import { SeenAs } from './SeenAs.tsx'
import { SharedHomeCard } from './SharedHomeCard.tsx'

beforeAll(() => loadAreas(['sharing', 'toasts']), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const limitsTo = (rooms: string[]): LinkLimits => ({ everything: false, rooms, devices: [], hours: [] })
const kitchen = limitsTo(['kitchen'])
const snapshot = {
  devices: ['lamp', 'fan'].map((id) => ({ device: { id, device_name: id } })),
  floors: [
    {
      floor_id: 'f',
      floor_name: 'Ground',
      rooms: [
        { room_id: 'kitchen', room_name: 'Kitchen', devices: ['lamp'] },
        { room_id: 'study', room_name: 'Study', devices: ['fan'] },
      ],
    },
  ],
}

const draw = (Screen: () => ReactNode, source: Partial<Source>) =>
  renderScreen({
    Screen: Screen as never,
    screen: screens.get('link_limits') as CustomScreen,
    definitions,
    ports: { source: { ...noSource, ...source } },
  })

test.each([
  ['what a linked account is given', 'getMySecondary', () => <LinkLimitsPage />],
  ['the home as he finds it', '', () => <SeenAs linkId="l" sn="SN" name="Lino" />],
  ['what could be chosen', '', () => <Chosen />],
])('why %s could not be loaded is said, not only to try again', async (_what, answered, Screen) => {
  await draw(Screen, {
    one: async ({ operation }) => {
      if (operation === answered) return { data: [] }
      throw Object.assign(new Error('It burns'), { code: 'BURNS' })
    },
  })
  await page.findByRole('button', { name: 'Try again' })
  page.getByText('It burns')
})

const Chosen = () => (
  <RoomsAndDevices
    home={undefined}
    failure={Object.assign(new Error('It burns'), { code: 'BURNS' })}
    onRetry={() => {}}
    rooms={new Set()}
    devices={new Set()}
    onChange={() => {}}
  />
)

async function open(limits: LinkLimits | undefined, home: object = snapshot) {
  const sent = vi.fn<(operation: string, input: object) => void>()
  const homeWith = (kept: LinkLimits | undefined): SharedHome => ({
    ...{ _id: 'h', serialNumber: 'SN', name: 'Home', online: true },
    ...(kept && { limits: kept }),
  })
  let put: (home: SharedHome) => void = () => {}
  let answer: object = { ok: true, data: undefined }
  const onChanged = vi.fn<() => Promise<void>>(async () => {})
  const Screen = () => {
    const [home, setHome] = useState(() => homeWith(limits))
    put = setHome
    return <SharedHomeCard home={home} linkId="l" name="Lino" onChanged={onChanged} />
  }
  await draw(Screen, {
    load: (async () => home) as unknown as Source['load'],
    call: (async (operation: string, input: object) => {
      sent(operation, input)
      return answer
    }) as Source['call'],
  })
  return {
    sent,
    onChanged,
    refuse: () => {
      answer = { ok: false, code: 'CONNECTION', message: 'No answer' }
    },
    /** What is kept is otherwise now. */
    becomes: (next: LinkLimits) => act(() => put(homeWith(next))),
  }
}
const wholeRoom = async (room: string) =>
  within(await page.findByRole('region', { name: room })).getByRole<HTMLInputElement>('checkbox', {
    name: /whole room/,
  })
const save = () => page.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('what was chosen is not lost: whoever leaves is asked until it is saved', async () => {
  const { sent, onChanged } = await open(kitchen)
  expect(save().disabled).toBe(true)
  fireEvent.click(await wholeRoom('Study'))
  expect(unsaved.any()).toBe(true)
  await act(async () => save().click())
  expect(sent.mock.calls).toEqual([
    ['setLinkLimits', { linkId: 'l', sn: 'SN', ...limitsTo(['kitchen', 'study']) }],
  ])
  expect(onChanged).toHaveBeenCalledTimes(1)
  expect(unsaved.any()).toBe(false)
})

test('two changes in a row are both kept, and what is refused stays chosen', async () => {
  const { refuse } = await open(undefined)
  fireEvent.click(page.getByRole('radio', { name: 'Rooms and devices' }))
  const [one, other] = [await wholeRoom('Kitchen'), await wholeRoom('Study')]
  act(() => {
    one.click()
    other.click()
  })
  refuse()
  await act(async () => save().click())
  expect([one.checked, other.checked]).toEqual([true, true])
  expect(page.getByRole('alert')).toBeDefined()
  expect(unsaved.any()).toBe(true)
})

test('what is changed elsewhere shows where nothing was chosen here', async () => {
  const { becomes } = await open(kitchen)
  expect((await wholeRoom('Study')).checked).toBe(false)
  becomes(limitsTo(['study']))
  expect([(await wholeRoom('Kitchen')).checked, (await wholeRoom('Study')).checked]).toEqual([false, true])
  expect(save().disabled).toBe(true)
})

test('of a thousand devices rooms say how many they have, open one by one and are searched; what was chosen stays', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `d${n}`)
  const rooms = Array.from({ length: 5 }, (_, n) => ({
    ...{ room_id: `r${n}`, room_name: `Room ${n}` },
    devices: ids.slice(n * 180, n * 180 + 180),
  }))
  const { sent } = await open(limitsTo([]), {
    devices: ids.map((id) => ({ device: { id, device_name: `Device ${id}` } })),
    floors: [{ floor_id: 'f', floor_name: 'Ground', rooms }],
    total: 1000,
  })
  await wholeRoom('Room 0')
  expect(page.getAllByRole('checkbox')).toHaveLength(5)
  const room = within(page.getByRole('region', { name: 'Room 1' }))
  fireEvent.click(room.getByRole('button', { name: '180 devices one by one, 0 chosen' }))
  expect(room.getAllByRole('checkbox')).toHaveLength(101)
  expect(room.getByText('80 more: the search finds them.')).toBeDefined()
  fireEvent.click(room.getByRole('checkbox', { name: 'Device d180' }))
  expect(room.getByRole('button', { name: '180 devices one by one, 1 chosen' })).toBeDefined()
  const search = page.getByRole('searchbox', { name: 'Room or device' })
  fireEvent.change(search, { target: { value: 'DEVICE D99' } })
  // d99, d990 to d999: in their rooms, and without one.
  expect(page.getAllByRole('checkbox', { name: /^Device/ })).toHaveLength(11)
  fireEvent.click(page.getByRole('checkbox', { name: 'Device d999' }))
  fireEvent.change(search, { target: { value: 'nowhere' } })
  expect(page.getByText('No room and no device is called so')).toBeDefined()
  await act(async () => save().click())
  expect(sent.mock.calls.at(-1)?.[1]).toMatchObject({ devices: ['d180', 'd999'], rooms: [] })
})

test('13.8 hours stand as a week as well: seven days, each with what is open of it, past midnight on the next', async () => {
  await open({
    ...kitchen,
    hours: [
      { days: [1, 4], from: '06:00', until: '12:00' },
      { days: [6], from: '18:00', until: '06:00' },
    ],
  })
  const days = [...(document.querySelector('[aria-hidden] > div')?.parentElement?.children ?? [])]
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
  const shares = days.map((day) =>
    [...day.querySelectorAll('i')].map(({ style }) => [style.insetBlockStart, style.blockSize]),
  )
  const morning = [['25%', '25%']]
  expect(shares).toEqual([[['0%', '25%']], morning, [], [], morning, [], [['75%', '25%']]])
})
