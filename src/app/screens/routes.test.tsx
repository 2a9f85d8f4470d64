import { act, screen } from '@testing-library/react'
import { matchRoutes, useRoutes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { heads } from '#data/screens.ts'
import { loadAreas } from '#i18n/i18n.ts'
import { session } from '#session/session.ts'
import { screenAt } from '../definitions.ts'
import { at, enter } from '../fake-house.ts'
import { entrances, routesAt } from './routes.tsx'

beforeEach(() => loadAreas(['shell']))
afterEach(() => act(() => session.end()))

function House() {
  return useRoutes([...entrances(), { path: '/devices/quick_controls', element: 'tiles' }])
}

// 1.2-054
test('/devices leads to the first screen of its area, which it is known by before any router is there', () => {
  enter('users')
  at('/devices', <House />)
  expect(screen.getByText('tiles')).toBeDefined()
  expect(screen.getByLabelText('address').textContent).toBe('/devices/quick_controls')
  expect(screenAt('/devices')?.id).toBe('quick_controls')
})

test('at each address the router finds with its screen alone what it finds among all of them', () => {
  const places = [...heads.values()].flatMap(({ route, entrance }) => [
    route.replaceAll(/:\w+/g, 'one'),
    ...(entrance === undefined ? [] : [entrance]),
  ])
  const all = routesAt('/of/no/screen', undefined)
  const foundIn = (routes: typeof all, place: string) => {
    const { route, params } = matchRoutes(routes, place)?.at(-1) ?? {}
    return [place, route?.path, params]
  }
  expect(places.length).toBeGreaterThan(100)
  for (const place of places)
    expect(foundIn(routesAt(place, screenAt(place)), place)).toEqual(foundIn(all, place))
  // As somebody writes it, and where there is nothing.
  for (const place of ['/Scenes', '/scenes/', '/nowhere', '/resetPassword'])
    expect(foundIn(routesAt(place, screenAt(place)), place)).toEqual(foundIn(all, place))
  expect(foundIn(routesAt('/', undefined), '/')).toEqual(foundIn(all, '/'))
})
