import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLinks } from './links.ts'

const go = vi.fn()
let stop: () => void

beforeEach(() => {
  go.mockClear()
  stop = followLinks(go)
  // jsdom cannot navigate and says so; what the listener left alone ends here.
  window.addEventListener('click', swallow)
})
afterEach(() => {
  stop()
  window.removeEventListener('click', swallow)
  document.body.replaceChildren()
})

const swallow = (event: Event): void => event.preventDefault()

function link(attributes: Readonly<Record<string, string>>): HTMLElement {
  const anchor = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) anchor.setAttribute(name, value)
  const inside = document.createElement('span')
  anchor.append(inside)
  document.body.append(anchor)
  return inside
}

test('a link inside the app changes the address without loading the page anew', () => {
  fireEvent.click(link({ href: '/devices/device/7?tab=history#top' }))
  expect(go).toHaveBeenCalledExactlyOnceWith('/devices/device/7?tab=history#top')
})

test.each<Readonly<Record<string, string>>>([
  { href: 'https://elsewhere.test/' },
  { href: '/export.csv', download: '' },
  { href: '/devices', target: '_blank' },
])('%o is left to the browser', (attributes) => {
  fireEvent.click(link(attributes))
  expect(go).not.toHaveBeenCalled()
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click that asks for another tab (%o) is left to the browser',
  (how) => {
    fireEvent.click(link({ href: '/devices' }), how)
    expect(go).not.toHaveBeenCalled()
  },
)

test('a link that a part has dealt with itself is not followed', () => {
  const inside = link({ href: '/devices' })
  inside.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(inside)
  expect(go).not.toHaveBeenCalled()
})
