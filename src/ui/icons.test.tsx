import { HTMLSelect } from '@blueprintjs/core'
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import icons from '#catalogue/icons.json'
import { addIcons, drawFrom, Icon, iconNamed, loadIcons } from './Icon.tsx'

test.each(Object.entries(icons))('%s is one path', (_name, path) => {
  expect(path).toMatch(/^M[\dMmLlHhVvCcSsAaQqTtZz.,\s-]+$/)
})

test('an icon is drawn once it has come, and readers skip it', () => {
  addIcons(icons)
  const { container } = render(<Icon name="bulb" />)
  expect(container.querySelector('path')?.getAttribute('d')).toBe(icons.bulb)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

test.each(['toString', 'no-such-icon', undefined])('a name that is none (%s) is drawn as unknown', (name) => {
  expect(iconNamed(name)).toBe('unknown')
})

test('a name that data gives is taken when there is such an icon', () => {
  addIcons(icons)
  expect(iconNamed('bulb')).toBe('bulb')
})

test('an icon that has not come yet is fetched because it is drawn; what no set has is unknown then', async () => {
  addIcons({ unknown: icons.unknown })
  const late = { 'late-one': 'M1 2h3' } as Readonly<Record<string, string>>
  let fetched = 0
  drawFrom(async () => {
    fetched += 1
    return late
  })
  const { container } = render(
    <>
      <Icon name={iconNamed('late-one')} />
      <Icon name={iconNamed('in-no-set')} />
    </>,
  )
  await act(() => loadIcons())
  expect([...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual([
    'M1 2h3',
    icons.unknown,
  ])
  expect(fetched).toBe(1)
  expect(iconNamed('in-no-set', 'gauge')).toBe('gauge')
})

test('a drawing that came with a device stays, whatever the app was built with', async () => {
  addIcons({ bulb: 'M9 9h9' })
  await loadIcons()
  const { container } = render(<Icon name="bulb" />)
  expect(container.querySelector('path')?.getAttribute('d')).toBe('M9 9h9')
})

test('Blueprint draws none of its own, as in the build', () => {
  const { container } = render(<HTMLSelect options={['one']} />)
  expect(container.querySelector('option')).not.toBeNull()
  expect(container.querySelector('svg')).toBeNull()
})
