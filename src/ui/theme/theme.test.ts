import { beforeEach, expect, test, vi } from 'vitest'
import { chooseTheme, currentTheme, subscribeTheme } from './theme.ts'

const root = document.documentElement

beforeEach(() => {
  localStorage.clear()
  delete root.dataset.theme
})

test('the theme follows the system until somebody chooses', () => {
  expect(currentTheme()).toBe('system')
  expect(root.dataset.theme).toBeUndefined()
})

test.each(['light', 'dark'] as const)('%s is applied and kept', (theme) => {
  const wake = vi.fn()
  subscribeTheme(wake)
  chooseTheme(theme)
  expect(root.dataset.theme).toBe(theme)
  expect(localStorage.getItem('gatehouse.theme')).toBe(theme)
  expect(wake).toHaveBeenCalledTimes(1)
})

test('going back to the system leaves nothing behind', () => {
  chooseTheme('dark')
  chooseTheme('system')
  expect(root.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('gatehouse.theme')).toBeNull()
})
