import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import icons from '#catalogue/icons.json' with { type: 'json' }
import { loadAreas } from '#i18n/i18n.ts'
import { addIcons } from '#ui/Icon.tsx'
import { Chart } from './Chart.tsx'
import { ChartTable } from './ChartTable.tsx'
import { pilesOf } from './Marks.tsx'
import type { Range } from './model/range.ts'
import type { BandSeries, LineSeries, Mark } from './series.ts'
import { useTimes } from './use-times.ts'

// A canvas is the browser's; journeys look at what is drawn.
vi.mock('./Plot.tsx', () => ({ default: () => null }))

const HOUR = 3_600_000
const FROM = Date.UTC(2026, 10, 20)
const whole: Range = { from: FROM, to: FROM + 24 * HOUR }
const now = FROM + 20 * HOUR

const line: LineSeries = {
  id: 'd/T/t',
  label: 'Temperature',
  unit: '°C',
  track: { times: [FROM, FROM + 6 * HOUR, FROM + 12 * HOUR], values: [20, 22, 18] },
  tell: (value) => ({ text: value.toFixed(1), unit: '°C' }),
}
const band: BandSeries = {
  id: 'd/C/c',
  label: 'Window',
  bands: [
    { from: FROM, to: FROM + 2 * HOUR, value: 0, tone: undefined, word: 'closed' },
    { from: FROM + 2 * HOUR, to: FROM + 3 * HOUR, value: 1, tone: 'open', word: 'open' },
    { from: FROM + 3 * HOUR, to: now, value: 0, tone: undefined, word: 'closed' },
  ],
}
const mark: Mark = {
  at: FROM + 6 * HOUR,
  by: 'rule',
  icon: 'scenes',
  what: 'Target: 22 °C',
  why: 'by the scene “Morning”',
}

beforeEach(async () => {
  addIcons(icons)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await loadAreas(['charts', 'shell'])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Held(props: Omit<Parameters<typeof Chart>[0], 'mark' | 'choose'>) {
  const [chosen, choose] = useState<Mark>()
  return <Chart {...props} mark={chosen} choose={choose} />
}

function draw(seen = whole, more: Partial<Parameters<typeof Chart>[0]> = {}) {
  const see = vi.fn<(range: Range) => void>()
  render(
    <Held
      {...{ lines: [line], bands: [band], marks: [mark], whole, seen, see, now, gaps: [], zone: 'UTC' }}
      name="Bath"
      {...more}
    />,
  )
  return { see, hand: screen.getByRole('slider') }
}

describe('keys', () => {
  test('step from change to change, and tell what was then', () => {
    const { hand } = draw()
    fireEvent.keyDown(hand, { key: 'Home' })
    expect(hand.getAttribute('aria-valuetext')).toContain('Temperature 20.0\u00a0°C')
    fireEvent.keyDown(hand, { key: 'ArrowRight' })
    expect(hand.getAttribute('aria-valuetext')).toContain('Window open')
    fireEvent.keyDown(hand, { key: 'End' })
    expect(hand.getAttribute('aria-valuetext')).toContain('Temperature 18.0\u00a0°C')
    fireEvent.keyDown(hand, { key: 'ArrowLeft' })
    expect(hand.getAttribute('aria-valuetext')).toContain('Temperature 22.0\u00a0°C')
  })

  test('make the part that is looked at smaller and larger, move it, and give the whole back', () => {
    const part = { from: FROM + 6 * HOUR, to: FROM + 12 * HOUR }
    const { see, hand } = draw(part)
    fireEvent.keyDown(hand, { key: '+' })
    const [[closer] = []] = see.mock.calls
    expect((closer?.to ?? 0) - (closer?.from ?? 0)).toBeCloseTo((6 * HOUR) / 1.25)
    fireEvent.keyDown(hand, { key: 'ArrowRight', shiftKey: true })
    expect(see.mock.lastCall?.[0].from).toBeCloseTo(part.from + 1.2 * HOUR)
    fireEvent.keyDown(hand, { key: 'Escape' })
    expect(see.mock.lastCall?.[0]).toEqual(whole)
  })

  test('of the browser are left to it', () => {
    const { see, hand } = draw()
    expect(fireEvent.keyDown(hand, { key: '+', ctrlKey: true })).toBe(true)
    expect(see).not.toHaveBeenCalled()
  })
})

test('a mark says what changed the value, and what caused it', () => {
  draw()
  const disc = screen.getByRole('button', { name: /Target: 22/ })
  expect(screen.queryByText(/Morning/)).toBeNull()
  fireEvent.click(disc)
  screen.getByText(/Morning/)
  expect(disc.getAttribute('aria-pressed')).toBe('true')
})

test('marks that would touch are one, and each of it can be chosen', () => {
  const marks = [0, 1, 60].map((minutes) => ({ ...mark, at: FROM + minutes * 60_000 }))
  expect(pilesOf(marks, { from: FROM, to: FROM + 2 * HOUR }, 600).map((pile) => pile.marks.length)).toEqual([
    2, 1,
  ])
  expect(pilesOf(marks, { from: FROM + HOUR, to: FROM + 2 * HOUR }, 600)).toHaveLength(1)
})

test('key figures are those of the part that is looked at; the period before tells by how much they differ', () => {
  draw(whole, { lines: [{ ...line, before: { times: [FROM], values: [18] } }] })
  expect(screen.getByText('Highest').parentElement?.textContent).toContain('22.0\u00a0°C')
  // 6 h at 20, 6 h at 22, 8 h at 18, against 18.
  expect(screen.getByText('Mean').parentElement?.textContent).toContain('19.8\u00a0°C +1.8\u00a0°C')
  expect(screen.getByText('Window, duration').parentElement?.textContent).toMatch(/1\s*hr/)
})

test('of more than two lines each has one key figure, with what lies between its least and its most', () => {
  draw(whole, { lines: ['a', 'b', 'c'].map((id) => ({ ...line, id, label: id })) })
  expect(screen.queryByText(/Highest/)).toBeNull()
  expect(screen.getByText('b, Mean').parentElement?.textContent).toMatch(
    /^b, Mean19\.8\u00a0°C 18\.0\u00a0°C – 22\.0\u00a0°C$/,
  )
})

test('what is wanted is a plan beside what was measured: dashed, without key figures; alone it is like any other', () => {
  const plan: LineSeries = { ...line, id: 'd/T/wanted', label: 'Target', wanted: true }
  draw(whole, { lines: [line, plan] })
  expect(screen.getAllByText('Mean')).toHaveLength(1)
  expect(
    [...document.querySelectorAll<HTMLElement>('i[data-look]')].map(({ dataset }) => dataset.plan),
  ).toEqual(['false', 'true'])
  cleanup()
  draw(whole, { lines: [plan] })
  expect(screen.getByText('Mean')).toBeTruthy()
  cleanup()
  draw(whole, { lines: [{ ...line, unit: '%' }, plan] })
  expect(screen.getByText('Target, Mean')).toBeTruthy()
})

test('what was as long as before is not called more', () => {
  draw(whole, { bands: [{ ...band, before: band.bands }] })
  expect(screen.getByText('Window, duration').parentElement?.textContent).not.toMatch(/more|less/)
})

function Table() {
  const times = useTimes('UTC')
  return (
    <ChartTable
      {...{ lines: [line], bands: [band], seen: whole, now, times }}
      interval={6 * HOUR}
      caption="Bath"
    />
  )
}

test('the table says the same: a row for each interval until now, and each state with its length', () => {
  render(<Table />)
  const [numbers, states] = screen.getAllByRole('table')
  const cells = (table: HTMLElement | undefined) =>
    [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
  expect(cells(numbers).map((row) => row.slice(1))).toEqual([
    ['20.0\u00a0°C', '20.0\u00a0°C', '20.0\u00a0°C'],
    ['22.0\u00a0°C', '22.0\u00a0°C', '22.0\u00a0°C'],
    ['18.0\u00a0°C', '18.0\u00a0°C', '18.0\u00a0°C'],
    ['18.0\u00a0°C', '18.0\u00a0°C', '18.0\u00a0°C'],
  ])
  expect(cells(states).map(([, , state]) => state)).toEqual(['closed', 'open', 'closed'])
})
