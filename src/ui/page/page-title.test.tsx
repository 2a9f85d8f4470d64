import { screen as page, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PageHeader } from './PageHeader.tsx'

const before = document.title
afterEach(() => {
  document.title = before
})

// U-05
test.each([
  ['Outbox', 'Outbox'],
  ['', 'Gatehouse'],
])('U-05 a page whose title is "%s" has the heading %s', (title, heading) => {
  document.title = 'Gatehouse'
  render(<PageHeader title={title} />)
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe(heading)
})

test('a long word of a title may break where it is marked; whoever hears it hears the plain name', () => {
  render(<PageHeader title={'Bewe\u00adgungs\u00admelder'} />)
  const heading = page.getByRole('heading', { level: 1, name: 'Bewegungsmelder' })
  expect(heading.textContent).toBe('Bewe\u00adgungs\u00admelder')
})
