import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { numberLimit } from '#engine/engine.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { Counted } from './HeaderPanels.tsx'

// 1.9-024
test.each([
  [0, 'News'],
  [7, 'News, 7'],
  [99_998, 'News, 99998'],
  [99_999, 'News, 99999+'],
  [250_000, 'News, 99999+'],
])('the notification counter shows 99999+ at 99999: %d is %s', async (count, name) => {
  await loadAreas(['shell'])
  await changeLanguage('ch_EN')
  render(
    <Counted
      icon="bell"
      label="News"
      count={count}
      most={numberLimit(definitions, 'notificationCounter')}
      tone="primary"
      expanded={false}
      onClick={() => {}}
    />,
  )
  expect(screen.getByRole('button', { name })).toBeTruthy()
  cleanup()
})
