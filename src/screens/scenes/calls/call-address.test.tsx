import { screen as page } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { CallAddress } from './CallAddress.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['calls'])
})

test('14.10 where nobody can be asked for addresses, as in a twin, that is said, and nobody is asked', async () => {
  const load = vi.fn()
  await renderScreen({
    Screen: () => <CallAddress called={{ resource_id: 'away' }} />,
    screen: { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen,
    definitions,
    situation: {
      forbidden: { operations: new Set(['listCallAddresses']), commands: new Set(), values: false },
    },
    ports: { source: { ...noSource, load: load as unknown as Source['load'] } },
  })
  expect(await page.findByText(/There are no addresses in a twin/)).toBeTruthy()
  expect(page.queryByRole('button')).toBeNull()
  expect(load).not.toHaveBeenCalled()
})
