import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import '#data/house.ts'
import { heads } from '#data/screens.ts'
import { placeAt, toastDelayAt } from './definitions.ts'

test('an address is of the screen that the router draws there, also where a route of several parts would fit', () => {
  const routes = [...heads.values()].map(({ id, route }) => ({ id, path: route }))
  const places = routes.map(({ path }) => path.replaceAll(/:\w+/g, 'one'))
  const drawn = places.map((place) => {
    const { route, params } = matchRoutes(routes, place)?.at(-1) ?? {}
    return [place, route?.id, params]
  })
  expect(
    places.map((place) => {
      const { screen, params } = placeAt(place) ?? {}
      return [place, screen?.id, params]
    }),
  ).toEqual(drawn)
})

// 1.9-011 1.9-013
test('a toast hides after 5 s, and after 3 s wherever announcements are written and followed', () => {
  for (const path of ['', '/log', '/template', '/details/c1'].map((rest) => `/announcement${rest}`))
    expect([path, toastDelayAt(path)]).toEqual([path, 3000])
  for (const path of ['/devices/quick_controls', '/announcements', '/nowhere'])
    expect([path, toastDelayAt(path)]).toEqual([path, 5000])
})
