import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import icons from '#catalogue/icons.json'
import { addIcons, Icon, iconNamed } from './Icon.tsx'

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
