import { screen as page, render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { Situation } from '../conditions/situation.ts'
import { type Definitions, type Engine, EngineContext } from '../engine.ts'
import { LinkedCell } from './LinkedCell.tsx'

const heads: Readonly<Record<string, Partial<ScreenHead>>> = {
  things: { id: 'things', route: '/things' },
  thing: { id: 'thing', route: '/things/:id', access: { needs: { operations: ['readThing'] } } },
}
const definitions = { screen: (id: string) => heads[id] } as unknown as Definitions

const draw = (
  part: Partial<Parameters<typeof LinkedCell>[0]>,
  forbidden?: { operations: ReadonlySet<string>; commands: ReadonlySet<string> },
) =>
  render(
    <EngineContext
      value={{ definitions, situation: { flags: new Set(), forbidden } as unknown as Situation } as Engine}
    >
      <LinkedCell
        cell="code"
        field="numbers"
        value="A"
        row={{ id: '7' }}
        link={{ goto: 'things', params: { q: 'row.value' } }}
        {...part}
      />
    </EngineContext>,
  )
const links = () =>
  page.queryAllByRole('link').map((link) => `${link.textContent} → ${link.getAttribute('href')}`)

describe('a value that leads to what it names', () => {
  test('of a list each leads to its own', () => {
    draw({ value: ['A', 'B/C'] })
    expect(links()).toEqual(['A → /things?q=A', 'B/C → /things?q=B%2FC'])
  })

  test('a list of anything but words is its own cell', () => {
    const periods = [{ days: [0], from: '08:00', until: '12:00' }]
    draw({ cell: 'week', value: periods, link: undefined })
    expect(page.getByText(/08:00–12:00/)).toBeTruthy()
  })

  test('leads by what the row knows', () => {
    draw({ link: { goto: 'thing', params: { id: 'row.id' } } })
    expect(links()).toEqual(['A → /things/7'])
  })

  test('leads nowhere where the row names nothing', () => {
    draw({ link: { goto: 'thing', params: { id: 'row.owner.id' } } })
    expect(links()).toEqual([])
    expect(page.getByText('A')).toBeTruthy()
  })

  test('is plain for whoever may not see the screen', () => {
    draw(
      { value: ['A', 'B'], link: { goto: 'thing', params: { id: 'row.value' } } },
      { operations: new Set(['readThing']), commands: new Set() },
    )
    expect(links()).toEqual([])
    expect(page.getByText('A, B')).toBeTruthy()
  })
})
