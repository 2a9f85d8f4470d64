import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import '#data/house.ts'
import { heads } from '#data/screens.ts'
import { loadAllTexts } from '#i18n/i18n.ts'
import { session } from '#session/session.ts'
import { at, enter } from '../fake-house.ts'
import { openScreen } from './open-screen.ts'
import { ScreenPage } from './ScreenPage.tsx'

// Whoever may open it is another question, and so is what it draws.
vi.mock('#engine/conditions/forbidden.ts', async (original) => ({
  ...(await original<object>()),
  isClosed: () => false,
}))
vi.mock('../kinds.tsx', async (original) => ({
  ...(await original<object>()),
  kindOf: () => Params,
}))
vi.mock('../rest/house-rest.ts', () => ({
  houseRest: { load: async () => {}, subscribe: () => () => {}, current: () => undefined },
  blocksNow: () => new Proxy({}, { get: () => Object.assign(() => null, { hasCome: () => true }) }),
}))

const Params = ({ params }: { params: object }) => <code>{JSON.stringify(params)}</code>

beforeAll(() => loadAllTexts(), 60_000)
afterEach(() => act(() => session.end()))

const asking = [...screens.values()].flatMap((one) =>
  one.access?.public || !('address' in one) || !one.address?.query
    ? []
    : [{ ...one, query: one.address.query }],
)

test('many pages take something from their address', () => expect(asking.length).toBeGreaterThan(10))

test.each(asking)('$id is told what its address says', async ({ id, route, query }) => {
  const head = heads.get(id)
  if (!head) throw new Error(`There is no screen ${id}`)
  enter('admin')
  const said = Object.fromEntries(query.map((name, n) => [name, `value ${n}`]))
  await openScreen(id)
  at(
    `${route.replaceAll(/:\w+/g, 'one')}?${new URLSearchParams({ ...said, other: 'nothing' })}`,
    <Suspense>
      <ScreenPage head={head} />
    </Suspense>,
  )
  expect(JSON.parse(screen.getByText(/^\{/).textContent ?? '')).toEqual(said)
})
