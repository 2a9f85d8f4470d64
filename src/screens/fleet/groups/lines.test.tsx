import { fireEvent, screen as page, render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { Lines } from './Lines.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['groupsOf'])
})

test('of a long list that is nearly all unknown a hundred lines are drawn, and more when they are asked for', () => {
  const lines = Array.from({ length: 1900 }, (_none, at) => ({
    given: `X-${at}`,
    outcome: 'unknown' as const,
  }))
  render(<Lines lines={lines} onMeant={() => {}} />)
  expect(page.getAllByRole('listitem')).toHaveLength(100)
  fireEvent.click(page.getByRole('button', { name: /^Show more: 1.800 lines are left/ }))
  expect(page.getAllByRole('listitem')).toHaveLength(200)
})
