import { act, screen } from '@testing-library/react'
import { useRoutes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAreas } from '#i18n/i18n.ts'
import { session } from '#session/session.ts'
import { screenAt } from '../definitions.ts'
import { at, enter } from '../fake-house.ts'
import { entrances } from './routes.tsx'

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
