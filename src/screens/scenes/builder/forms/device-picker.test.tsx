import { render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { headOf } from '../../../../../tests/support/devices-screen.tsx'
import { DevicePicker } from './DevicePicker.tsx'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['scenes', 'shell'])
}, 60_000)
afterEach(() => void vi.unstubAllGlobals())

test.each([
  [1280, true],
  [360, false],
])('at %i px whoever has a keyboard types at once: %s', (width, types) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)/.exec(query)?.[1]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  render(<DevicePicker heads={[headOf(1)]} none={{ title: '', text: '' }} onChoose={() => {}} />)
  expect(document.activeElement === screen.getByRole('searchbox')).toBe(types)
})

test('that there is no device is said once it is known which there are', () => {
  const picker = (heads: [] | undefined) => (
    <DevicePicker heads={heads} none={{ title: 'None', text: '' }} onChoose={() => {}} />
  )
  const { rerender } = render(picker(undefined))
  expect(screen.queryByText('None')).toBeNull()
  rerender(picker([]))
  expect(screen.getByText('None')).toBeDefined()
})
