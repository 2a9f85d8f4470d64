import { act } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { draws } from './take-over.ts'

const pressed = vi.fn()
const app = (
  <main>
    <button type="button" onClick={pressed}>
      In
    </button>
  </main>
)
const heard = vi.fn()

afterEach(() => {
  pressed.mockReset()
  heard.mockReset()
  document.body.replaceChildren()
  document.removeEventListener('click', heard)
  delete document.documentElement.dataset.drawn
  delete window.gatehouseBoot
})

/** The page as the server sends it, with what the build has drawn. */
function page(): void {
  document.body.innerHTML = `<div id="root"></div><div id="drawn">${renderToString(app)}</div>`
}
const settings = Promise.resolve(new Response('{}'))

test('what stands there becomes the app, and the button that was pressed before does what it is for', async () => {
  page()
  document.documentElement.dataset.drawn = ''
  const button = document.querySelector('button') ?? undefined
  button?.setAttribute('aria-busy', 'true')
  document.addEventListener('click', heard)
  window.gatehouseBoot = { settings, press: heard, ...(button && { pressed: button }) }
  await act(async () => draws(app))
  expect(document.querySelectorAll('button')).toHaveLength(1)
  expect(document.querySelector('#root button')).toBe(button)
  expect(document.documentElement.dataset.drawn).toBeUndefined()
  expect(pressed).toHaveBeenCalledOnce()
  expect(button?.hasAttribute('aria-busy')).toBe(false)
  // Nobody keeps presses any more.
  expect(heard).not.toHaveBeenCalled()
})

test('what the app draws otherwise is drawn anew, without a fault that somebody would have to look into', async () => {
  const fault = vi.fn()
  addEventListener('error', fault)
  page()
  document.querySelector('#drawn button')?.replaceChildren('Other words')
  window.gatehouseBoot = { settings, press: heard }
  await act(async () => draws(app))
  expect(document.querySelector('#root button')?.textContent).toBe('In')
  expect(fault).not.toHaveBeenCalled()
  removeEventListener('error', fault)
})

test('what was drawn for somebody else is gone before the app draws', async () => {
  page()
  window.gatehouseBoot = { settings }
  await act(async () => draws(app))
  expect(document.querySelector('#drawn')).toBeNull()
  expect(document.querySelectorAll('button')).toHaveLength(1)
})
