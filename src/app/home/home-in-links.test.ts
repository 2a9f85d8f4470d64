import { createEvent, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import '#data/house.ts'
import { session } from '#session/session.ts'
import { nameHomeInLinks } from './home-in-links.ts'

let stop: () => void
const swallow = (event: Event): void => event.preventDefault()
beforeEach(() => {
  stop = nameHomeInLinks()
  window.addEventListener('click', swallow)
})
afterEach(() => {
  stop()
  window.removeEventListener('click', swallow)
  session.end()
  document.body.replaceChildren()
})

const enter = (...homes: string[]) => {
  const gateways = homes.map((name) => gatewayOf(name))
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({ settings, user: userOf('users'), gateways, ...(gateways[0] && { gateway: gateways[0] }) })
}
/** Where the link leads while the press is dealt with. */
function led(
  href: string,
  way: 'click' | 'auxclick' | 'contextMenu' | 'dragStart',
  how: object = {},
): string {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  document.body.append(link)
  let seen = ''
  const look = () => {
    seen = link.getAttribute('href') ?? ''
  }
  link.addEventListener(way.toLowerCase(), look)
  const make =
    way === 'auxclick' ? new MouseEvent('auxclick', { bubbles: true, ...how }) : createEvent[way](link, how)
  fireEvent(link, make)
  return seen
}

describe('scenes 4 whoever has several homes', () => {
  test.each<['click' | 'auxclick' | 'contextMenu' | 'dragStart', object]>([
    ['click', { ctrlKey: true }],
    ['auxclick', { button: 1 }],
    ['contextMenu', {}],
    ['dragStart', {}],
  ])('finds it in a link that is taken elsewhere by %s', (way, how) => {
    enter('A', 'B')
    expect(new URL(led('/devices/device/7?tab=x', way, how), location.origin).searchParams.get('home')).toBe(
      'A',
    )
  })

  test('leaves the link as it was drawn', async () => {
    enter('A', 'B')
    led('/devices/device/7', 'contextMenu')
    await new Promise((later) => setTimeout(later))
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/devices/device/7')
  })

  test.each([
    ['to no thing of a home', '/account'],
    ['that says its home', '/devices/device/7?home=B'],
    ['elsewhere', 'https://elsewhere.test/devices/device/7'],
  ])('not in a link %s', (_what, href) => {
    enter('A', 'B')
    expect(led(href, 'contextMenu')).toBe(href)
  })
})

test('whoever has one home finds links as they are', () => {
  enter('A')
  expect(led('/devices/device/7', 'contextMenu')).toBe('/devices/device/7')
})
